package dev.assent.lab.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What joins the lab as a database. */
class BankTest {
    @Test
    void eachIsFoundByItsName() {
        assertThat(Bank.all()).extracting(Bank::name).containsExactly("derby", "postgresql", "mariadb");
        assertThat(Bank.all())
                .allSatisfy(each -> assertThat(Bank.of(each.name())).hasSameClassAs(each));
    }

    @Test
    void anotherNameIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> Bank.of("none"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no database 'none'; allowed: derby, postgresql, mariadb");
    }

    @Test
    void oneInsideOfAServerIsNamedByItsFolder() throws Exception {
        Bank.Open open = new EmbeddedDerby().open(Path.of("/somewhere"), "bank-1");

        assertThat(open.properties()).containsEntry("databaseName", "/somewhere/bank-1");
    }
}
