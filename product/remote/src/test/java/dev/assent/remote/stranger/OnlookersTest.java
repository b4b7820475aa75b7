package dev.assent.remote.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.commit.PresumedAbort;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.core.transaction.Onlooker;
import dev.assent.core.transaction.Outcome;
import dev.assent.harness.Fast;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.service.ServiceLimits;
import jakarta.transaction.RollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Those who only hear of a transaction of this node: asked before its end, told after it, or both. */
@Fast
class OnlookersTest extends StrangerPart {
    @Test
    void whoLooksOnIsAskedBeforePhaseOneAndToldAfterwards() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.BEFORE_COMPLETION, Interest.AFTER_COMPLETION);
        node.manager().commit();
        BranchRef branch = BranchRef.ofStranger(begun.id(), stranger.address());
        assertThat(stranger.heard())
                .containsExactly(
                        new Request.Ask(RemoteVerb.BEFORE_COMPLETION, branch),
                        new Request.Completed(branch, Outcome.COMMITTED));
        assertThat(events.all()).contains("r.commit(one phase)");
    }

    /** Regression: the superior told it the outcome once for each registration message. */
    @Test
    void whoLooksOnAndRegistersAgainIsToldOnce() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.AFTER_COMPLETION);
        register(stranger, begun, Interest.AFTER_COMPLETION);
        List<Response> late = new ArrayList<>();
        register(other, begun, Interest.COMPLETION);
        other.meanwhile(
                RemoteVerb.PREPARE,
                () -> late.add(stranger.registers(NODE, begun.id(), name(begun), Interest.AFTER_COMPLETION)));
        node.manager().commit();
        assertThat(late).containsExactly(new Response.Registered(null));
        BranchRef branch = BranchRef.ofStranger(begun.id(), stranger.address());
        assertThat(stranger.heard()).containsExactly(new Request.Completed(branch, Outcome.COMMITTED));
    }

    @Test
    void whoLooksOnAndRegistersAgainAfterItWasAskedIsAskedAgain() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.BEFORE_COMPLETION, Interest.AFTER_COMPLETION);
        register(other, begun, Interest.BEFORE_COMPLETION);
        AtomicBoolean isRegistered = new AtomicBoolean();
        other.meanwhile(RemoteVerb.BEFORE_COMPLETION, () -> {
            if (!isRegistered.getAndSet(true)) {
                register(stranger, begun, Interest.BEFORE_COMPLETION);
            }
        });
        node.manager().commit();
        assertThat(stranger.verbs()).containsExactly(RemoteVerb.BEFORE_COMPLETION, RemoteVerb.BEFORE_COMPLETION);
        assertThat(stranger.heard().stream().filter(Request.Completed.class::isInstance))
                .hasSize(1);
    }

    /**
     * Registers an onlooker of this process, which needs no call before completion. The first action runs when the
     * engine looks at it, the second after completion.
     */
    private static void looksOn(JtaTransaction begun, Runnable lookedAt, Runnable told) {
        Onlooker onlooker = new Onlooker() {
            @Override
            public boolean waitsToBeAsked() {
                lookedAt.run();
                return false;
            }

            @Override
            public Answer beforeCompletion(Reply reply) {
                return Answer.DONE;
            }

            @Override
            public Throwable problem() {
                return null;
            }

            @Override
            public void afterCompletion(Outcome outcome) {
                told.run();
            }
        };
        begun.engine().whenInside(inside -> begun.engine().participants().add(onlooker), () -> {});
    }

    @Test
    void whoLooksOnAndThrowsStopsNothing() throws Exception {
        List<Throwable> shown = new ArrayList<>();
        node.close();
        TestNode.Builder builder = TestNode.builder()
                .disk(disk)
                .events(events)
                .clock(clock)
                .background(work -> {
                    try {
                        work.run();
                    } catch (RuntimeException bug) {
                        shown.add(bug);
                    }
                });
        node = new ServiceNode("bank", new InProcessFixture(network), builder, ServiceLimits.DEFAULT);
        node.node().register(resource);
        JtaTransaction begun = begun();
        looksOn(begun, () -> {}, () -> {
            throw new IllegalStateException("a bug");
        });
        register(stranger, begun, Interest.AFTER_COMPLETION);
        node.manager().commit();
        assertThat(shown).singleElement().asString().contains("a bug");
        assertThat(stranger.heard()).hasSize(1);
        assertThat(node.node().coordinator().isRunning()).isTrue();
    }

    /**
     * Regression: the superior concluded that it need not ask the onlooker, though it had refused its word, and
     * committed.
     */
    @Test
    void whoLooksOnAndLeavesRolledBackTooLateIsStillToBeAsked() throws Exception {
        JtaTransaction begun = begun();
        List<Response> late = new ArrayList<>();
        looksOn(
                begun,
                () -> {
                    if (begun.engine().participants().onlookers().size() == 1) {
                        register(stranger, begun, Interest.BEFORE_COMPLETION); // behind the last round
                    } else {
                        late.add(votes(begun, Answer.ROLLED_BACK));
                    }
                },
                () -> {});
        assertThatThrownBy(node.manager()::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2032");
        assertThat(late).singleElement().isInstanceOf(Response.Refused.class);
        assertThat(stranger.verbs()).isEmpty();
        assertThat(resource.rolledBack()).isEqualTo(1);
    }

    private static Stream<List<Interest>> askedBefore() {
        return Stream.of(
                List.of(Interest.BEFORE_COMPLETION),
                List.of(Interest.BEFORE_COMPLETION, Interest.AFTER_COMPLETION),
                List.of(Interest.BEFORE_COMPLETION, Interest.COMPLETION));
    }

    /**
     * Regression: it came again after all synchronizations had been called. The node took it for another one, and
     * rolled all back.
     */
    @ParameterizedTest
    @MethodSource("askedBefore")
    void aRegistrationThatComesAgainAfterTheLastRoundIsNoNews(List<Interest> interests) throws Exception {
        JtaTransaction begun = begun();
        Request.Register register =
                stranger.registration(begun.id(), name(begun), 1, interests.toArray(Interest[]::new));
        List<Response> answers = new ArrayList<>();
        answers.add(stranger.asks(NODE, register));
        looksOn(
                begun,
                () -> {
                    if (stranger.verbs().contains(RemoteVerb.BEFORE_COMPLETION) && answers.size() < 5) {
                        answers.add(stranger.asks(NODE, register));
                    }
                },
                () -> {});
        node.manager().commit();
        assertThat(answers).hasSizeGreaterThan(1).containsOnly(new Response.Registered(null));
        assertThat(stranger.verbs()).containsOnlyOnce(RemoteVerb.BEFORE_COMPLETION);
        assertThat(resource.committed()).isEqualTo(1);
    }

    /** Another message is news: that participant has more synchronizations. */
    @ParameterizedTest
    @MethodSource("askedBefore")
    void anotherRegistrationIsAskedForAgain(List<Interest> interests) throws Exception {
        JtaTransaction begun = begun();
        Interest[] all = interests.toArray(Interest[]::new);
        stranger.asks(NODE, stranger.registration(begun.id(), name(begun), 1, all));
        List<Response> answers = new ArrayList<>();
        stranger.meanwhile(RemoteVerb.BEFORE_COMPLETION, () -> {
            if (answers.isEmpty()) {
                answers.add(stranger.asks(NODE, stranger.registration(begun.id(), name(begun), 2, all)));
            }
        });
        node.manager().commit();
        assertThat(answers).containsExactly(new Response.Registered(null));
        assertThat(stranger.verbs().stream().filter(RemoteVerb.BEFORE_COMPLETION::equals))
                .hasSize(2);
        assertThat(resource.committed()).isEqualTo(1);
    }

    @Test
    void thereIsALimitForThoseWhoLookOn() throws Exception {
        JtaTransaction begun = begun();
        LocalTransactionId name = name(begun);
        Response last = new Response.Registered(null);
        for (int i = 0; i <= PresumedAbort.INSTANCE.participantsMax(); i++) {
            assertThat(last).isEqualTo(new Response.Registered(null));
            String address = "in-process://looks-on-" + i;
            last = stranger.asks(
                    NODE,
                    new Request.Register(
                            name,
                            new Registration(
                                    BranchRef.ofStranger(begun.id(), address),
                                    address,
                                    Set.of(Interest.AFTER_COMPLETION)),
                            0));
        }
        assertThat(last).isInstanceOf(Response.Refused.class);
        assertThatThrownBy(node.manager()::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-1002");
    }

    @Test
    void whoLooksOnMayRefuse() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.BEFORE_COMPLETION);
        stranger.answers(RemoteVerb.BEFORE_COMPLETION, Answer.REFUSED);
        assertThatThrownBy(node.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(stranger.verbs()).containsExactly(RemoteVerb.BEFORE_COMPLETION);
        assertThat(resource.rolledBack()).isEqualTo(1);
    }
}
