package dev.assent.remote.superior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.harness.Fast;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Decision;
import dev.assent.remote.message.Response.Why;
import dev.assent.remote.transport.AnsweredPeers;
import dev.assent.remote.transport.Caller;
import jakarta.transaction.RollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The answers to subordinates, and to holders of references to a transaction: each request has exactly one. */
@Fast
class SuperiorDeskTest extends AnsweredPeers {
    private static final String PLACE = "test://h:1/p";
    private static final Caller STRANGER = new Caller(null, "peer");
    private static final Caller ANOTHER_NODE = new Caller(new NodeId(8, 8), "node");
    private static final Response DONE = new Response.Answered(Answer.DONE);

    private final TestNode node = TestNode.open();
    private final List<Boolean> announced = new ArrayList<>();
    private @Nullable Throwable notAnnounced;
    private final SuperiorDesk desk = new SuperiorDesk(
            node.coordinator(),
            new Decisions(node.coordinator(), node.recovery()),
            new Outflow(peers),
            (transaction, isNews, whenDone) -> {
                announced.add(isNews);
                whenDone.accept(notAnnounced);
            });

    @AfterEach
    void closeNode() {
        node.close();
    }

    private static LocalTransactionId id(GlobalTransaction transaction) {
        return (LocalTransactionId) transaction.id();
    }

    /** A name that a transaction of this life would have. */
    private LocalTransactionId unknown() {
        return new LocalTransactionId(node.coordinator().life(), 4711);
    }

    private LocalTransactionId ofAnotherLife(GlobalTransaction transaction) {
        NodeEpoch life = node.coordinator().life();
        return new LocalTransactionId(
                new NodeEpoch(life.node(), life.epoch() + 1, 0), id(transaction).sequence());
    }

    private static BranchRef branch(GlobalTransaction transaction) {
        return BranchRef.ofStranger(transaction.id(), PLACE);
    }

    private static Request.Register registration(
            LocalTransactionId id, @Nullable LocalTransactionId name, int number, Interest... interests) {
        return new Request.Register(
                name, new Registration(BranchRef.ofStranger(id, PLACE), PLACE, Set.of(interests)), number);
    }

    private Response ask(Caller from, Request request) {
        List<Response> answers = new ArrayList<>();
        desk.ask(Objects.requireNonNull(transports.find("test:")), from, request, answers::add);
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    private GlobalTransaction withSubordinate() throws Exception {
        GlobalTransaction begun = node.begin().engine();
        assertThat(ask(STRANGER, registration(id(begun), id(begun), 1, Interest.COMPLETION)))
                .isEqualTo(new Response.Registered(null));
        return begun;
    }

    private static void assertRefused(Response response, Why why, String text) {
        assertThat(response).isInstanceOf(Response.Refused.class);
        assertThat(((Response.Refused) response).why()).isEqualTo(why);
        assertThat(((Response.Refused) response).text()).contains(text);
    }

    // ---- holders of references to a transaction

    @Test
    void look_atATransactionUnderWay_saysHowFarItIs() throws Exception {
        GlobalTransaction begun = node.begin().engine();
        HandleRequest.Look look = new HandleRequest.Look(begun.id(), id(begun));
        assertThat(desk.look(look)).isEqualTo(new Response.Seen(Step.ACTIVE, false, false, begun.remainingMillis()));
        begun.markRollback(new IllegalStateException("marked"));
        assertThat(desk.look(look)).isEqualTo(new Response.Seen(Step.ACTIVE, true, false, begun.remainingMillis()));
    }

    @Test
    void look_theTransactionIsUnknown_isRefused() throws Exception {
        GlobalTransaction begun = node.begin().engine();
        LocalTransactionId later = ofAnotherLife(begun);
        assertRefused(desk.look(new HandleRequest.Look(unknown(), unknown())), Why.STATE, "ASSENT-8093");
        assertRefused(desk.look(new HandleRequest.Look(begun.id(), unknown())), Why.STATE, "ASSENT-8093");
        assertRefused(desk.look(new HandleRequest.Look(later, later)), Why.NOT_MINE, "ASSENT-8018");
    }

    @Test
    void mark_aTransactionUnderWay_canOnlyRollBack() throws Exception {
        GlobalTransaction begun = node.begin().engine();
        assertThat(desk.mark(new HandleRequest.Mark(begun.id(), id(begun)))).isEqualTo(DONE);
        assertThatThrownBy(node.manager()::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("a holder of a reference to the transaction has marked it");
    }

    @Test
    void mark_theTransactionIsUnknown_isRefused() {
        assertRefused(desk.mark(new HandleRequest.Mark(unknown(), unknown())), Why.STATE, "ASSENT-8093");
    }

    @Test
    void mark_theTransactionIsBeingRolledBack_isRefused() throws Exception {
        GlobalTransaction begun = withSubordinate();
        next = null;
        begun.rollback(Completion.NONE);
        assertThat(begun.step()).isEqualTo(Step.ROLLING_BACK);
        assertRefused(desk.mark(new HandleRequest.Mark(begun.id(), id(begun))), Why.STATE, Step.ROLLING_BACK.words());
        waiting.forEach(each -> each.accept(DONE));
    }

    @Test
    void move_aSubordinate_isAskedAtItsNewAddress() throws Exception {
        GlobalTransaction begun = withSubordinate();
        assertThat(desk.move(new HandleRequest.Move(branch(begun), id(begun), "test://h:2/q")))
                .isEqualTo(DONE);
        begun.rollback(Completion.NONE);
        assertThat(asked).containsExactly("test://h:2/q");
    }

    @Test
    void move_theNewAddressIsNotAllowed_isRefusedAndItIsAskedWhereItWas() throws Exception {
        GlobalTransaction begun = withSubordinate();
        allowed = address -> address.equals(PLACE);
        assertRefused(
                desk.move(new HandleRequest.Move(branch(begun), id(begun), "test://h:2/q")),
                Why.FORBIDDEN,
                "test://h:2/q");
        begun.rollback(Completion.NONE);
        assertThat(asked).containsExactly(PLACE);
    }

    /** It is told nothing about the list of allowed addresses either. */
    @Test
    void move_nobodyWhoIsRegistered_doesNothing() throws Exception {
        GlobalTransaction begun = withSubordinate();
        allowed = address -> false;
        BranchRef other = BranchRef.ofStranger(begun.id(), "test://other:1/p");
        assertThat(desk.move(new HandleRequest.Move(other, id(begun), "test://h:2/q")))
                .isEqualTo(DONE);
        assertThat(desk.move(new HandleRequest.Move(branch(begun), unknown(), "test://h:2/q")))
                .isEqualTo(DONE);
        begun.rollback(Completion.NONE);
        assertThat(asked).containsExactly(PLACE);
    }

    // ---- registrations

    @Test
    void register_notForThisLife_isRefused() throws Exception {
        GlobalTransaction begun = node.begin().engine();
        LocalTransactionId later = ofAnotherLife(begun);
        assertRefused(
                ask(STRANGER, registration(id(begun), null, 1, Interest.COMPLETION)), Why.NOT_MINE, "ASSENT-8080");
        assertRefused(ask(STRANGER, registration(later, later, 1, Interest.COMPLETION)), Why.NOT_MINE, "ASSENT-8018");
        assertThat(begun.participants().all()).isEmpty();
    }

    @Test
    void register_byAnotherNodeThanTheSubordinates_isRefused() throws Exception {
        GlobalTransaction begun = node.begin().engine();
        assertRefused(
                ask(ANOTHER_NODE, registration(id(begun), id(begun), 1, Interest.COMPLETION)),
                Why.FORBIDDEN,
                "a registration");
        assertThat(begun.participants().all()).isEmpty();
    }

    @Test
    void register_tooLate_isRefused() throws Exception {
        assertRefused(
                ask(STRANGER, registration(unknown(), unknown(), 1, Interest.COMPLETION)), Why.STATE, "ASSENT-8094");
        GlobalTransaction begun = withSubordinate();
        next = null;
        begun.rollback(Completion.NONE);
        assertRefused(
                ask(STRANGER, registration(id(begun), id(begun), 2, Interest.BEFORE_COMPLETION)),
                Why.STATE,
                "ASSENT-8094");
        waiting.forEach(each -> each.accept(DONE));
    }

    @Test
    void register_itsAddressIsNotAllowed_isRefused() throws Exception {
        GlobalTransaction begun = node.begin().engine();
        allowed = address -> false;
        assertRefused(ask(STRANGER, registration(id(begun), id(begun), 1, Interest.COMPLETION)), Why.FORBIDDEN, PLACE);
        assertThat(begun.participants().all()).isEmpty();
    }

    /** The root must know of synchronizations before the subordinate goes on, and hears of them once. */
    @Test
    void register_forSynchronizations_isAnnouncedOnceForEachMessage() throws Exception {
        GlobalTransaction begun = node.begin().engine();
        for (int number : new int[] {1, 1, 2, 2}) {
            Request.Register message =
                    registration(id(begun), id(begun), number, Interest.COMPLETION, Interest.BEFORE_COMPLETION);
            assertThat(ask(STRANGER, message)).isEqualTo(new Response.Registered(null));
        }
        assertThat(announced).containsExactly(true, false, true, false);
    }

    @Test
    void register_theRootCanNotBeTold_isRefusedAndNewsAgain() throws Exception {
        GlobalTransaction begun = node.begin().engine();
        Request.Register message =
                registration(id(begun), id(begun), 1, Interest.COMPLETION, Interest.BEFORE_COMPLETION);
        notAnnounced = new IllegalStateException("the root is silent");
        assertRefused(ask(STRANGER, message), Why.STATE, "the root is silent");
        notAnnounced = null;
        assertThat(ask(STRANGER, message)).isEqualTo(new Response.Registered(null));
        assertThat(announced).containsExactly(true, true);
    }

    // ---- votes and inquiries

    @Test
    void vote_notForThisLife_isRefused() throws Exception {
        GlobalTransaction begun = withSubordinate();
        LocalTransactionId later = ofAnotherLife(begun);
        assertRefused(
                ask(STRANGER, new Request.Vote(null, branch(begun), Answer.READ_ONLY)), Why.NOT_MINE, "ASSENT-8080");
        assertRefused(
                ask(STRANGER, new Request.Vote(later, branch(begun), Answer.READ_ONLY)), Why.NOT_MINE, "ASSENT-8018");
        assertThat(begun.participants().unfinished()).hasSize(1);
    }

    @Test
    void vote_byAnotherNodeThanTheSubordinates_isRefused() throws Exception {
        GlobalTransaction begun = withSubordinate();
        assertRefused(
                ask(ANOTHER_NODE, new Request.Vote(id(begun), branch(begun), Answer.READ_ONLY)),
                Why.FORBIDDEN,
                "a vote");
        assertThat(begun.participants().unfinished()).hasSize(1);
    }

    @Test
    void vote_ofTheSubordinate_counts() throws Exception {
        GlobalTransaction begun = withSubordinate();
        assertThat(ask(STRANGER, new Request.Vote(id(begun), branch(begun), Answer.READ_ONLY)))
                .isEqualTo(DONE);
        assertThat(begun.participants().unfinished()).isEmpty();
    }

    @Test
    void vote_ofNobodyWhoIsRegistered_isRefused() throws Exception {
        GlobalTransaction begun = node.begin().engine();
        assertRefused(
                ask(STRANGER, new Request.Vote(id(begun), branch(begun), Answer.READ_ONLY)), Why.STATE, "ASSENT-8092");
        BranchRef gone = BranchRef.ofStranger(unknown(), PLACE);
        assertRefused(ask(STRANGER, new Request.Vote(unknown(), gone, Answer.READ_ONLY)), Why.STATE, "ASSENT-8092");
    }

    @Test
    void inquire_theSubordinateAsks_hearsTheDecision() throws Exception {
        GlobalTransaction begun = withSubordinate();
        assertThat(ask(STRANGER, new Request.Inquire(id(begun), branch(begun))))
                .isEqualTo(new Response.Decided(Decision.UNDECIDED));
        node.manager().rollback();
        assertThat(ask(STRANGER, new Request.Inquire(id(begun), branch(begun))))
                .isEqualTo(new Response.Decided(Decision.ROLLBACK));
    }

    @Test
    void inquire_withoutAName_isRefused() throws Exception {
        GlobalTransaction begun = withSubordinate();
        assertRefused(ask(STRANGER, new Request.Inquire(null, branch(begun))), Why.NOT_MINE, "ASSENT-8080");
    }

    @Test
    void inquire_byAnotherNodeThanTheSubordinates_isRefused() throws Exception {
        GlobalTransaction begun = withSubordinate();
        assertRefused(ask(ANOTHER_NODE, new Request.Inquire(id(begun), branch(begun))), Why.FORBIDDEN, "the decision");
    }

    @Test
    void ask_aRequestForAnotherDesk_isRefused() {
        assertRefused(ask(STRANGER, new Request.Begin(0)), Why.STATE, "is not accepted over test");
    }
}
