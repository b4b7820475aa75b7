package dev.assent.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Assent superior, Narayana subordinate. */
@OneOfNarayana
class NarayanaSubordinateIT extends NestingContract {
    private Narayana narayana;

    @Override
    void open() {
        narayana = new Narayana(folder.resolve("narayana"));
        narayana.start();
        subordinate = narayana.member();
        superior = new AssentMember("assent", folder.resolve("assent"), Narayana.CONTEXT_ID, Narayana.POLICY_UNSAID);
    }

    /**
     * If Narayana's recovery manager does not reach the superior, it says that it will ask again (ARJUNA022178), and
     * commits the prepared XA branch all the same (ARJUNA024001). So in this test it asks only when the superior is
     * back.
     */
    @Override
    void beforeTheSuperiorIsAway() {
        narayana.killRecoveryManager();
    }

    @Override
    void afterTheSuperiorIsBack() {
        narayana.start();
    }

    @Test
    void twoTransactionsAtOnceAreTwo() {
        try (Member other =
                new AssentMember("other", folder.resolve("other"), Narayana.CONTEXT_ID, Narayana.POLICY_UNSAID)) {
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
