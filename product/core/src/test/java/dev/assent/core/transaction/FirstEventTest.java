package dev.assent.core.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.commit.Event;
import dev.assent.harness.Fast;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The end of a transaction is requested while a call is under way (law 16: a lost reply forces rollback). */
@Fast
class FirstEventTest {
    private final RacingNode node = new RacingNode();
    private final RacingNode.Party party = new RacingNode.Party();
    private final GlobalTransaction transaction = node.coordinator.begin(RacingNode.terms());

    @BeforeEach
    void call() {
        transaction.participants().enlist(party);
        assertThat(transaction.beginCall()).isEqualTo(Admission.ADMITTED);
    }

    @Test
    void commit_callIsUnderWay_rollsBack() {
        assertThat(transaction.commit(Completion.NONE)).isEqualTo(Outcome.ROLLED_BACK);

        assertThat(party.rollbacks).hasValue(1);
        assertThat(transaction.rollbackCause()).isInstanceOf(IllegalStateException.class);
    }

    /** The call began between the superior's request and the closing of the gate. */
    @Test
    void ofPrepare_callIsUnderWay_rollsBack() {
        transaction.move(Gate.OPEN, Gate.PREPARING);

        assertThat(FirstEvent.ofPrepare(transaction)).isEqualTo(Event.ROLLBACK);

        assertThat(transaction.gate()).isEqualTo(Gate.CLOSED);
        assertThat(transaction.isMarkedRollback()).isTrue();
    }
}
