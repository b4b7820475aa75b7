package dev.assent.lab.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The databases that join the lab. */
@Fast
class LabDatabaseTest {
    @Test
    void eachIsFoundByItsName() {
        assertThat(LabDatabase.all()).extracting(LabDatabase::name).containsExactly("derby", "postgresql", "mariadb");
        assertThat(LabDatabase.all())
                .allSatisfy(each -> assertThat(LabDatabase.of(each.name())).hasSameClassAs(each));
    }

    @Test
    void anotherNameIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> LabDatabase.of("none"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no database 'none'; allowed: derby, postgresql, mariadb");
    }

    @Test
    void oneInsideOfAServerIsNamedByItsFolder() throws Exception {
        LabDatabase.Open open = new EmbeddedDerby().open(Path.of("/somewhere"), "database-1");

        assertThat(open.properties()).containsEntry("databaseName", "/somewhere/database-1");
    }
}
