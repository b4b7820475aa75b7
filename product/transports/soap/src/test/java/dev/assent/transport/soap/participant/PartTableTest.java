package dev.assent.transport.soap.participant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import dev.assent.transport.soap.state.ParticipantTable.Action;
import dev.assent.transport.soap.state.ParticipantTable.Event;
import dev.assent.transport.soap.state.TwoPhaseState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The state of a part before it has heard that it is registered, and after its end. */
@Fast
class PartTableTest {
    private static final LocalTransactionId TRANSACTION =
            new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 1, 0), 1);
    private static final EndpointReference COORDINATOR = new EndpointReference("http://127.0.0.1:1/c");

    private final PartTable parts = new PartTable();

    private static OwnReference reference(Kind kind) {
        return new OwnReference(kind, TRANSACTION, TRANSACTION, "", "0".repeat(32));
    }

    private Part part(Kind kind) {
        OwnReference reference = reference(kind);
        return parts.get(reference, () -> new Part(reference, TwoPhaseState.NONE, null));
    }

    @Test
    void oneThatIsAskedTwiceBeforeItsRegistrationIsAnsweredVotesOnce() {
        Part part = part(Kind.OWN_DURABLE);
        assertThat(part.hear(Event.PREPARE).action()).isEqualTo(Action.GATHER_VOTE);
        assertThat(part.hear(Event.PREPARE).action()).isEqualTo(Action.IGNORE);
        part.registeredWith(COORDINATOR);
        assertThat(part.state()).isEqualTo(TwoPhaseState.PREPARING);
        assertThat(part.hear(Event.PREPARE).action()).isEqualTo(Action.IGNORE);
    }

    @Test
    void oneThatHasLeftRegistersAsAnother() {
        Part left = part(Kind.OWN_VOLATILE);
        left.registeredWith(COORDINATOR);
        assertThat(part(Kind.OWN_VOLATILE)).isSameAs(left);
        left.hear(Event.PREPARE);
        left.enter(Event.READ_ONLY_DECISION);
        Part next = part(Kind.OWN_VOLATILE);
        assertThat(next).isNotSameAs(left);
        parts.settle(left);
        assertThat(parts.find(next.reference())).isSameAs(next);
    }

    @Test
    void decision_ofAPartThatOnlyTheNodeKnows_refusesTheOpposite() {
        OwnReference reference = reference(Kind.OWN_DURABLE);
        Part part = parts.decided(reference);
        assertThat(part.hear(Event.COMMIT).action()).isEqualTo(Action.SEND_COMMITTED);
        assertThat(parts.decided(reference)).isSameAs(part);
        assertThat(part.hear(Event.ROLLBACK).action()).isEqualTo(Action.FAULT_INVALID_STATE);
        part.enter(Event.ALL_FORGOTTEN);
        parts.settle(part);
        assertThat(parts.size()).isZero();
        Part other = parts.decided(reference);
        assertThat(other.hear(Event.ROLLBACK).action()).isEqualTo(Action.SEND_ABORTED);
        assertThat(other.hear(Event.COMMIT).action()).isEqualTo(Action.FAULT_INVALID_STATE);
    }

    @ParameterizedTest
    @EnumSource(names = {"READ_ONLY", "COMMITTED"})
    void theLastWordOfWhoVotesIsKeptUntilItIsUnderWayAgain(Notification last) {
        Part part = part(Kind.OWN_DURABLE);
        parts.says(part, last);
        parts.settle(part);
        assertThat(parts.lastWord(part)).isEqualTo(last);
        part(Kind.OWN_DURABLE);
        assertThat(parts.lastWord(part)).isNull();
    }

    @Test
    void abortedIsTheWordOfWhoIsNotKnown() {
        Part part = part(Kind.OWN_DURABLE);
        parts.says(part, Notification.READ_ONLY);
        parts.says(part, Notification.ABORTED);
        assertThat(parts.lastWord(part)).isNull();
    }

    @Test
    void whoLooksOnIsAskedAgain() {
        Part part = part(Kind.OWN_VOLATILE);
        parts.says(part, Notification.READ_ONLY);
        assertThat(parts.lastWord(part)).isNull();
    }
}
