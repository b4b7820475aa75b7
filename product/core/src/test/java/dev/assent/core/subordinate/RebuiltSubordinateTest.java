package dev.assent.core.subordinate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.participant.Answer;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.time.Duration;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;

/** A subordinate that a restart has rebuilt from the log, or that asks its superior by itself: laws 15 and 18. */
@Fast
class RebuiltSubordinateTest extends SubordinatePart {
    @Test
    void withoutItsVoteOnRecordItIsRolledBack() throws Exception {
        joinOn(ID, orders, payments);
        node.log().refuseNextAppend(new IllegalStateException("the crash"));
        orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        prepare(subordinate(ID));
        restart();
        node.recovery().run(true);
        assertThat(events.all()).contains("orders.rollback").doesNotContain("superior.ask");
        assertThat(orders.known()).isZero();
    }

    @Test
    void aPreparedOneAsksItsSuperiorAndDoesWhatIsDecided() throws Exception {
        for (boolean isCommit : new boolean[] {true, false}) {
            prepared(ID);
            restart();
            superior.answers(word -> word.decided(isCommit));
            node.recovery().run(true);
            assertThat(events.all()).contains("superior.ask", isCommit ? "orders.commit" : "orders.rollback");
            assertThat(node.coordinator().parked()).isEmpty();
            assertThat(orders.known() + payments.known()).isZero();
        }
    }

    @Test
    void whileNothingIsDecidedItWaitsAndAsksWithGrowingPauses() throws Exception {
        prepared(ID);
        restart();
        superior.answers(word -> word.undecided());
        long asked = 0;
        for (int seconds = 0; seconds < 300; seconds++) {
            if (node.recovery().isWorthwhile()) {
                node.recovery().run(false);
            }
            node.advance(Duration.ofSeconds(1));
            asked = events.count("ask");
        }
        assertThat(asked).isBetween(10L, 20L);
        assertThat(orders.known()).isOne();
        superior.answers(word -> word.decided(false));
        node.advance(Duration.ofSeconds(31));
        node.recovery().run(false);
        assertThat(orders.known()).isZero();
    }

    @Test
    void aSuperiorThatIsAwayIsToldOnceAndWhenItIsBack() throws Exception {
        prepared(ID);
        restart();
        superior.answers(word -> word.unreached(new IllegalStateException("no route")));
        for (int pass = 0; pass < 5; pass++) {
            node.recovery().run(true);
        }
        assertThat(node.notices().of(4054)).singleElement().asString().contains("superior", ID.toString(), "no route");
        superior.answers(word -> word.undecided());
        node.recovery().run(true);
        node.recovery().run(true);
        assertThat(node.notices().of(4055)).hasSize(1);
        assertThat(orders.known()).isOne();
    }

    /** As one of whose processes, or endpoints, hangs while the other answers. */
    @Test
    void aSuperiorThatIsAwayForOneTransactionIsToldOnceWhateverItSaysOfOthers() throws Exception {
        prepared(ID);
        prepared(STRANGERS);
        restart();
        int[] asked = {0};
        superior.answers(word -> {
            if (asked[0]++ % 2 == 0) {
                word.undecided();
            } else {
                word.unreached(new IllegalStateException("no answer"));
            }
        });
        for (int pass = 0; pass < 5; pass++) {
            node.recovery().run(true);
        }
        assertThat(asked[0]).isEqualTo(10);
        assertThat(node.notices().of(4054)).hasSize(1);
        assertThat(node.notices().of(4055)).isEmpty();
        superior.answers(word -> word.undecided());
        node.recovery().run(true);
        node.recovery().run(true);
        assertThat(node.notices().of(4055)).hasSize(1);
    }

    @Test
    void oneThatHearsNothingAsksByItself() throws Exception {
        prepared(ID);
        superior.answers(word -> word.decided(true));
        node.recovery().run(false);
        assertThat(events.count("ask")).isZero();
        node.advance(Duration.ofSeconds(11));
        assertThat(node.recovery().isWorthwhile()).isTrue();
        node.recovery().run(false);
        assertThat(events.all()).containsSubsequence("superior.ask", "orders.commit", "payments.commit");
    }

    @Test
    void aRebuiltOneAcknowledgesACommitThoughItsResourcesAreAway() throws Exception {
        prepared(ID);
        restart();
        orders.setOutage(new IllegalStateException("down"));
        payments.setOutage(new IllegalStateException("down"));
        assertThat(commit(subordinate(ID))).isEqualTo(Answer.PENDING);
        assertThat(node.recovery().isWorthwhile()).isTrue();
        node.recovery().run(false);
        assertThat(answers).containsExactly(Answer.DONE);
        events.assertExactly("log.append(DECISION)", "log.force");
        restart();
        assertThat(prepare(subordinate(ID))).as("asked late").isEqualTo(Answer.PREPARED);
        orders.setOutage(null);
        payments.setOutage(null);
        node.recovery().run(true);
        assertThat(events.all()).contains("orders.commit", "payments.commit").doesNotContain("superior.ask");
        assertThat(node.coordinator().parked()).isEmpty();
    }
}
