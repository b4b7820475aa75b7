package dev.assent.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Assent superior, Narayana subordinate. */
class NarayanaSubordinateIT extends NestingContract {
    private Narayana narayana;

    @Override
    void open() {
        narayana = new Narayana(folder.resolve("narayana"));
        narayana.start();
        subordinate = narayana.member();
        superior = new AssentMember("assent", folder.resolve("assent"), Narayana.CONTEXT_ID);
    }

    @Test
    void twoTransactionsAtOnceAreTwo() {
        try (Member other = new AssentMember("other", folder.resolve("other"), Narayana.CONTEXT_ID)) {
            superior.begins(0).calls(subordinate, "write", 501);
            other.begins(0).calls(subordinate, "write", 502);
            assertThat(superior.rollback()).isEqualTo("rolled-back");
            subordinate.awaitRolledBack(501);
            assertThat(other.commit()).isEqualTo("committed");
            subordinate.awaitCommitted(502);
        }
    }

    @Override
    void close() {
        super.close();
        narayana.close();
    }
}
