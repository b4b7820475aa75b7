package dev.assent.remote.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.commit.Step;
import dev.assent.core.participant.Answer;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A foreign superior, a subordinate of it here, and a foreign participant of that which claims that it can't commit: what
 * the superior hears, now and after a restart (law 12).
 */
@Fast
class ClaimTest extends StrangerPart {
    private BranchRef branch;

    @BeforeEach
    void claim() throws Exception {
        node.services().export("work", Runnable.class, () -> node.work(resource), CallTransaction.MANDATORY);
        stranger.calls(NODE, new Call("work", METHOD, new Object[0], stranger.context(FOREIGN), 1000));
        branch = ((Request.Register) stranger.heard().get(0)).registration().branch();
        other.registers(NODE, FOREIGN, branch.incarnation(), Interest.COMPLETION);
        other.answers(RemoteVerb.COMMIT, Answer.ROLLED_BACK);
        assertThat(stranger.tells(NODE, RemoteVerb.PREPARE, branch)).isEqualTo(Answer.PREPARED);
        assertThat(stranger.tells(NODE, RemoteVerb.COMMIT, branch)).isEqualTo(Answer.HEURISTIC_HAZARD);
    }

    private void recover() {
        clock.advance(Duration.ofMinutes(1));
        node.node().recovery().run(true);
    }

    private Step step() {
        return Objects.requireNonNull(node.node().coordinator().find(FOREIGN)).step();
    }

    @Test
    void restart_claimIsOpen_superiorHearsOfAHazardAgain() {
        restart();
        assertThat(stranger.tells(NODE, RemoteVerb.COMMIT, branch)).isEqualTo(Answer.HEURISTIC_HAZARD);
        assertThat(stranger.tells(NODE, RemoteVerb.FORGET, branch)).isEqualTo(Answer.RETRY);
        recover();
        assertThat(stranger.tells(NODE, RemoteVerb.COMMIT, branch)).isEqualTo(Answer.HEURISTIC_HAZARD);
        assertThat(stranger.tells(NODE, RemoteVerb.FORGET, branch)).isEqualTo(Answer.RETRY);
    }

    @Test
    void restart_participantEndsAfterIt_superiorMayForget() {
        restart();
        other.answers(RemoteVerb.COMMIT, Answer.DONE);
        recover();
        assertThat(step()).isEqualTo(Step.HEURISTIC);
        assertThat(stranger.tells(NODE, RemoteVerb.FORGET, branch)).isEqualTo(Answer.DONE);
    }
}
