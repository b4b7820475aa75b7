package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.participant.Answer;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Transport.Feature;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A superior that has restarted tells the subordinates that have voted in its transactions, so that they ask at once.
 * In these tests no time passes and no recovery runs, unless they say so.
 */
abstract class RestartContract extends ContractPart {
    /** Both have committed once, so {@code a} knows where {@code b} is, and tells it of a restart. */
    private void commitOnce() throws Exception {
        assumeTrue(can(Feature.RESTARTS));
        commitAtBoth();
    }

    private void commitAtBoth() throws Exception {
        beginAtBoth();
        commit();
        world().settle();
        assertCommitted(a(), b());
    }

    /** The process of {@code a} ends when {@code b} has voted, and before anything is decided. */
    private void dieWithAVoteGiven() throws Exception {
        commitOnce();
        wire().beforeAnswer(MessageKind.PREPARE, () -> a().kill());
        commitInBackground();
        ContractWorld.until(() -> !a().isAlive());
    }

    private void restart(RestartableNode node) {
        node.kill();
        node.start();
    }

    private static NodeEpoch life(RestartableNode node) {
        return node.coordinator().life();
    }

    /** News that {@code a} sends to the subordinate at {@code b}. */
    private Response tell(NodeEpoch life) throws Exception {
        return ask(a(), registeredAddress(), new Request.Restarted(life));
    }

    /** One transaction was committed there, and whatever came after it was rolled back. */
    private static void assertRolledBackSince(RestartableNode node) {
        assertThat(node.resource().committed()).isOne();
        assertThat(node.resource().rolledBack()).isPositive();
        assertThat(node.resource().known()).isZero();
    }

    /** It does nothing before its timeout. */
    private void assertRolledBackInItsTime(RestartableNode node) throws Exception {
        world().recoverInVain(node);
        assertThat(node.resource().known()).isOne();
        world().pass(Duration.ofSeconds(60));
        world().settle();
        assertRolledBackSince(node);
    }

    @Test
    void restart_subordinateHasNotVoted_rollsBackAtOnce() throws Exception {
        commitOnce();
        beginAtBoth();
        restart(a());
        ContractWorld.until(b()::isIdle);
        assertRolledBackSince(b());
    }

    @Test
    void restart_subordinateIsPrepared_asksAtOnce() throws Exception {
        dieWithAVoteGiven();
        a().start();
        ContractWorld.until(b()::isIdle);
        assertRolledBackSince(b());
        assertThat(wire().sent(MessageKind.INQUIRE)).isPositive();
    }

    @Test
    void restart_commitIsDecided_commits() throws Exception {
        commitOnce();
        wire().all(MessageKind.COMMIT, passage -> {
            a().kill();
            passage.lose();
        });
        commitInBackground();
        ContractWorld.until(() -> !a().isAlive());
        wire().mend();
        a().start();
        ContractWorld.until(b()::isIdle);
        assertThat(b().resource().committed()).isEqualTo(2);
        assertThat(b().resource().rolledBack()).isZero();
    }

    @Test
    void restart_newsIsLost_subordinateWaitsForItsTime() throws Exception {
        commitOnce();
        beginAtBoth();
        wire().all(MessageKind.RESTARTED, Passage::lose);
        restart(a());
        assertThat(wire().sent(MessageKind.RESTARTED)).isOne();
        assertRolledBackInItsTime(b());
    }

    /** {@code b} has its resource in passes only. */
    @Test
    void restart_subordinateHasRestartedToo_asksAtOnceAndItsNextPassObeys() throws Exception {
        dieWithAVoteGiven();
        restart(b());
        assertThat(b().resource().known()).isOne();
        a().start();
        ContractWorld.until(() -> wire().sent(MessageKind.INQUIRE) == 1 && wire().underWay() == 0);
        b().recover();
        assertThat(b().isIdle()).isTrue();
        assertRolledBackSince(b());
        assertThat(wire().sent(MessageKind.INQUIRE)).isOne();
    }

    @Test
    void restart_oneWasOnlyToldToRollBack_isToldToNobody() throws Exception {
        assumeTrue(can(Feature.RESTARTS));
        beginAtBoth();
        rollback();
        world().settle();
        a().close(); // writes the records that were not forced
        a().start();
        assertThat(wire().sent(MessageKind.RESTARTED)).isZero();
    }

    @Test
    void restart_twice_isToldTwice() throws Exception {
        commitOnce();
        restart(a());
        ContractWorld.until(() -> wire().sent(MessageKind.RESTARTED) == 1 && wire().underWay() == 0);
        restart(a());
        ContractWorld.until(() -> wire().sent(MessageKind.RESTARTED) == 2);
    }

    @Test
    void restart_wireHasNoNews_subordinateWaitsForItsTime() throws Exception {
        assumeFalse(can(Feature.RESTARTS));
        commitAtBoth();
        beginAtBoth();
        restart(a());
        assertThat(wire().sent(MessageKind.RESTARTED)).isZero();
        assertRolledBackInItsTime(b());
    }

    @Test
    void restart_nobodyHasVoted_isToldToNobody() throws Exception {
        assumeTrue(can(Feature.RESTARTS));
        beginAtBoth();
        restart(a());
        assertThat(wire().sent(MessageKind.RESTARTED)).isZero();
    }

    @Test
    void restart_oneIsNotReached_isForgottenUntilItVotesAgain() throws Exception {
        commitOnce();
        b().kill();
        restart(a());
        ContractWorld.until(() -> wire().underWay() == 0);
        a().close(); // writes the records that were not forced
        a().start();
        assertThat(wire().sent(MessageKind.RESTARTED)).isOne();
        b().start();
        beginAtBoth();
        commit();
        restart(a());
        assertThat(wire().sent(MessageKind.RESTARTED)).isEqualTo(2);
    }

    /** It comes late or again: the restart has lost none of the transactions that have begun since. */
    @Test
    void news_ofAnEpochThatIsNotLater_changesNothing() throws Exception {
        commitOnce();
        restart(a());
        beginAtBoth();
        for (int epoch = 1; epoch <= life(a()).epoch(); epoch++) {
            NodeEpoch told = new NodeEpoch(life(a()).node(), epoch, 0);
            assertThat(tell(told)).isEqualTo(new Response.Answered(Answer.DONE));
        }
        assertThat(wire().sent(MessageKind.INQUIRE)).isZero();
        commit();
        world().settle();
        assertThat(b().resource().committed()).isEqualTo(2);
    }

    /** The superior is asked, and knows better. */
    @Test
    void news_thatIsWrong_endsNothing() throws Exception {
        commitOnce();
        beginAtBoth();
        NodeEpoch later = new NodeEpoch(life(a()).node(), life(a()).epoch() + 1, 0);
        tell(later);
        ContractWorld.until(() -> wire().sent(MessageKind.INQUIRE) == 1 && wire().underWay() == 0);
        commit();
        world().settle();
        assertThat(b().resource().committed()).isEqualTo(2);
        assertThat(b().resource().rolledBack()).isZero();
    }

    @Test
    void news_comesOften_isAskedForOnceASecond() throws Exception {
        commitOnce();
        beginAtBoth();
        NodeEpoch later = new NodeEpoch(life(a()).node(), life(a()).epoch() + 1, 0);
        for (int i = 1; i <= 10; i++) {
            tell(later);
        }
        assertThat(wire().sent(MessageKind.INQUIRE)).isOne();
        world().pass(Duration.ofSeconds(1));
        tell(later);
        assertThat(wire().sent(MessageKind.INQUIRE)).isEqualTo(2);
        rollback();
    }

    @Test
    void news_ofAnotherNode_isRefused() throws Exception {
        commitOnce();
        beginAtBoth();
        NodeEpoch later = new NodeEpoch(life(a()).node(), life(a()).epoch() + 1, 0);
        Response refused = ask(c(), b(), new Request.Restarted(later));
        assertThat(refused)
                .isInstanceOfSatisfying(
                        Response.Refused.class, each -> assertThat(each.why()).isEqualTo(Response.Why.FORBIDDEN));
        assertThat(wire().sent(MessageKind.INQUIRE)).isZero();
        commit();
        world().settle();
        assertThat(b().resource().committed()).isEqualTo(2);
    }

    /** A node in the middle that has voted does not decide: its subordinate keeps waiting. */
    @Test
    void restart_ofOneInTheMiddleThatIsPrepared_leavesTheOneBelowPrepared() throws Exception {
        assumeTrue(can(Feature.RESTARTS));
        a().begin();
        a().office(b()).workAndPassOn(c().officeAddress());
        commit();
        wire().next(MessageKind.COMMIT, passage -> {
            b().kill();
            passage.lose();
        });
        a().begin();
        a().office(b()).workAndPassOn(c().officeAddress());
        commit();
        b().start();
        ContractWorld.until(() -> wire().sent(MessageKind.INQUIRE) > 0 && wire().underWay() == 0);
        assertThat(c().resource().committed()).isOne();
        assertThat(c().resource().known()).isOne();
        world().settle();
        assertThat(c().resource().committed()).isEqualTo(2);
    }

    /** One in the middle that has lost its work can't commit any more. */
    @Test
    void restart_ofOneInTheMiddleThatHasNotVoted_rollsBackTheOneBelow() throws Exception {
        assumeTrue(can(Feature.RESTARTS));
        a().begin();
        a().office(b()).workAndPassOn(c().officeAddress());
        commit();
        a().begin();
        a().office(b()).workAndPassOn(c().officeAddress());
        restart(b());
        ContractWorld.until(c()::isIdle);
        assertRolledBackSince(c());
        assertCommitRollsBack();
    }
}
