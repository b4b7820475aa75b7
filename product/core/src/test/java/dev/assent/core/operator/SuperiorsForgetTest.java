package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An operator has decided in place of the superior, and resources have done otherwise: what the superior may have
 * forgotten after a restart. The log says of what it heard no more than that it decided to commit (law 12: heuristic
 * outcomes are forced first).
 */
@Fast
class SuperiorsForgetTest extends OperatorPart {
    private TransactionId id;

    @BeforeEach
    void prepare() throws Exception {
        id = world.prepare();
        world.payments.setOutage(new IOException("down"));
    }

    private Answer told(BiFunction<Subordinate, Reply, Answer> verb) {
        List<Answer> answers = new ArrayList<>();
        Answer now = verb.apply(world.subordinate(id), answers::add);
        if (now != Answer.PENDING) {
            answers.add(now);
        }
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    /** The last resource comes back, and has done otherwise. */
    private void paymentsDoOtherwise(XaVerb verb, int code) throws Exception {
        world.payments.setOutage(null);
        world.payments.fails(verb, code);
        world.recovery().run(true);
        assertThat(world.known(id).step()).isEqualTo(Step.HEURISTIC);
    }

    /** The superior heard of the operator, and not of the resource. */
    @Test
    void forget_resourceCommittedAfterTheSuperiorHeardOfARollbackHere_isRefused() throws Exception {
        world.payments.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        world.resolve(id, false);
        assertThat(told(Subordinate::commit)).isEqualTo(Answer.HEURISTIC_ROLLBACK);
        paymentsDoOtherwise(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        assertThat(told(Subordinate::forget)).isEqualTo(Answer.RETRY);

        world.restart();
        assertThat(told(Subordinate::forget)).isEqualTo(Answer.RETRY);
    }

    @Test
    void forget_resourceRolledBackAfterTheSuperiorHeardOfACommitHere_isRefused() throws Exception {
        world.payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        world.resolve(id, true);
        assertThat(told(Subordinate::rollback)).isEqualTo(Answer.HEURISTIC_COMMIT);
        paymentsDoOtherwise(XaVerb.COMMIT, XAException.XA_HEURRB);
        assertThat(told(Subordinate::forget)).isEqualTo(Answer.RETRY);

        world.restart();
        world.superior.answers(word -> word.decided(false));
        world.recovery().run(true);
        assertThat(world.subordinate(id).isContradicted()).isTrue();
        assertThat(told(Subordinate::forget)).isEqualTo(Answer.RETRY);
    }

    /** Its commit is on record behind both reports, so its answer told of both. */
    @Test
    void forget_resourcesDidOtherwiseBeforeTheSuperiorDecided_isDone() throws Exception {
        world.orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        world.payments.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        world.resolve(id, false);
        paymentsDoOtherwise(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        assertThat(told(Subordinate::commit)).isEqualTo(Answer.DONE);

        world.restart();
        assertThat(told(Subordinate::forget)).isEqualTo(Answer.DONE);
    }
}
