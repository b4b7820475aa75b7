package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import dev.assent.TransactionId;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.transaction.Client;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

/** The list of what is in doubt, and a single transaction of it. */
@Fast
class ListTest extends OperatorPart {
    private static final Flags WHAT_IF = new Flags(true, false, false);

    @Test
    void whatIsUnderWayIsCountedAndNotInDoubt() throws Exception {
        world.node.beginOn(world.orders);
        assertThat(list(Flags.NONE)).contains("nothing is in doubt", "1 under way, not in doubt");
        world.node.manager().suspend();
        TransactionId left = lastResourceInDoubt();
        world.node.beginOn(world.orders);
        assertThat(list(Flags.NONE)).contains("1 in doubt:", Names.brief(left), "1 under way, not in doubt");
    }

    @Test
    void whatAnActWouldDoIsListedWhenItIsAsked() throws Exception {
        lastResourceInDoubt();
        assertThat(list(WHAT_IF)).contains("commits on the others", "rolls back");
        assertThat(list(Flags.NONE)).contains("1 in doubt:").doesNotContain("commits on the others");
    }

    @Test
    void whatHasNotVotedIsShownWithItsBeginnerAndTheWayToEndIt() throws Exception {
        JtaTransaction active = world.node.inflow().begin(60_000, new Client("client 7", "192.0.2.1"));
        assertThat(show(active.id()))
                .contains("begun by client 7 at 192.0.2.1", "it has not voted, 'log end' rolls it back");
        assertThat(ask(Verb.END, active.id().toString(), WHAT_IF).text())
                .contains("rolls it back; it has not voted, and was begun by client 7 at 192.0.2.1");
        world.end(active.id());
        assertThat(ask(Verb.END, active.id().toString(), WHAT_IF).text()).doesNotContain("rolls it back");
    }

    @Test
    void whatIsKeptIsNotEndedAndTheWayToLearnWhyIsNamed() throws Exception {
        String id = heuristic().id().toString();
        assertThat(ask(Verb.END, id, WHAT_IF).text()).contains("log show " + id + "' says what it waits for");
    }

    @Test
    void whatIsCompletingIsNotSaidToHaveNoVote() throws Exception {
        JtaTransaction active = world.node.beginOn(world.orders, world.payments);
        String[] shown = {"", ""};
        world.orders.onCall(verb -> {
            if (verb == XaVerb.PREPARE) {
                shown[0] = show(active.id());
                shown[1] = ask(Verb.END_ALL_OF, "", WHAT_IF).text();
            }
        });
        active.commit();
        assertThat(shown[0]).contains("it is ", " on this node").doesNotContain("it has not voted");
        assertThat(shown[1]).doesNotContain("this node (1)");
    }

    @Test
    void ownersOfWorkThatHasNotVotedAreNamed() throws Exception {
        world.node.inflow().begin(60_000, new Client("client 7", "192.0.2.1"));
        assertThat(ask(Verb.END_ALL_OF, "", WHAT_IF).text()).contains("client 7 at 192.0.2.1 (1)");
    }

    @Test
    void aBranchWithoutATransactionIsInDoubtSinceTheFirstOfThemWasPrepared() {
        world.node.unregister("orders");
        world.node.unregister("payments");
        Instant first = Instant.parse("2026-01-02T03:04:05Z");
        world.node.register(new TimedResource(world.orders, at(first.plusSeconds(60))));
        world.node.register(new TimedResource(world.payments, at(first)));
        TransactionId id = world.plantAtBoth(OTHER);
        assertThat(show(id)).contains("since        2026-01-02T03:04:05Z");
        assertThat(list(Flags.NONE)).contains("since 2026-01-02T03:04:05Z");
    }

    /** Tells of a branch of another transaction manager, too. */
    private static TimedResource.Times at(Instant prepared) {
        return connection -> {
            Map<Xid, Instant> all = new HashMap<>();
            for (Xid each : connection.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)) {
                all.put(each, prepared);
            }
            all.put(new Strange(), Instant.EPOCH);
            return all;
        };
    }

    /** Of another transaction manager. */
    private static final class Strange implements Xid {
        @Override
        public int getFormatId() {
            return 7;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return new byte[] {1};
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }

    @Test
    void whatALastResourceHasDoneIsShownWhileTheLogHasNotTakenIt() throws Exception {
        JtaTransaction begun = world.begin(world.ledger);
        world.atPoint = reached -> {
            if (reached == FaultPoint.AFTER_LAST) {
                world.node.log().refuseNextAppend();
            }
        };
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        assertThat(show(begun.id()))
                .contains("'ledger' has committed, and the log has not taken that decision yet; 'orders', 'payments'"
                        + " follow it");
        assertThat(ask(Verb.COMMIT, begun.id().toString(), WHAT_IF).text())
                .contains("commits on 'orders', 'payments' once the log takes the decision");
    }

    @Test
    void theAuditTellsWhetherALogWasSaidToBeWhole() {
        world.adopt(OTHER, false);
        assertThat(world.audit.get(0)).contains("adopt " + OTHER).doesNotContain("with its whole log");
        world.adopt(new NodeId(5, 6), true);
        assertThat(world.audit.get(2)).contains("with its whole log");
    }

    @Test
    void anActIsDoneThoughItsResultDoesNotComeIntoTheAudit() throws Exception {
        JtaTransaction active = world.node.beginOn(world.orders);
        Operator operator = new Operator(new Operator.Parts(
                world.coordinator(),
                world.recovery(),
                world.fileLog.aside(),
                line -> {
                    if (line.contains(" hears: ")) {
                        throw new IllegalStateException("no space");
                    }
                },
                Runnable::run,
                () -> NodeState.RUNNING));

        ActResult result = OperatedNode.told(reply -> operator.end(active.id(), OperatedNode.ACT, reply));

        assertThat(result.kind()).isEqualTo(ActResult.Kind.DONE);
        assertThat(result.text()).startsWith("ended: ").endsWith("; but no space");
        assertThat(world.orders.rolledBack()).isEqualTo(1);
    }
}
