package dev.assent.testkit.simulation;

import dev.assent.NodeId;
import dev.assent.OperatorRequest;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.operator.ActResult;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.operator.OperatorConsole;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.HeuristicReport;
import dev.assent.core.transaction.Subordinate;
import dev.assent.remote.superior.RemoteParticipant;
import dev.assent.testkit.simulation.BranchTruth.State;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The operator of a world. It acts at any time, sensibly or in ways that the node must refuse. The oracles judge the
 * results.
 *
 * <p>Not thread-safe.
 */
final class SimulatedOperator {
    /** That the command failed by a bug, before anything was on record. */
    private static final String COMMAND_FAILED = "ASSENT-4043 ";

    private static final Act ACT = new Act("operator", 1, "by chance");

    private final World world;

    SimulatedOperator(World world) {
        this.world = world;
    }

    /** Asks a node for something by chance. To be called in a recovery event. */
    void actSomehow(NodeLife life) {
        if (world.mayFail(0.1)) {
            end(life);
            return;
        }
        if (world.profile().network().nodes() > 1) {
            actAmongNodes(life);
            return;
        }
        boolean isMain = world.isMain(life.node()); // two nodes must not adopt the same one
        switch (world.chance().below(isMain ? 7 : 4)) {
            case 0 -> settle(life);
            case 1 -> forget(life);
            case 2 -> resolveOfClient(life);
            case 3 -> look(life);
            case 4 -> adopt(life);
            default -> resolveOfStranger(life);
        }
    }

    private void actAmongNodes(NodeLife life) {
        if (world.lost().isAdopted() && world.chance().even()) {
            new LossOperator(world).act(life);
            return;
        }
        switch (world.chance().below(6)) {
            case 0 -> settle(life);
            case 1 -> forget(life);
            case 2 -> resolveOfClient(life);
            case 3 -> look(life);
            default -> resolveInPlace(life);
        }
    }

    /** Ends work that has not voted. */
    private void end(NodeLife life) {
        List<GlobalTransaction> active = life.coordinator().active();
        if (!active.isEmpty()) {
            TransactionId id = world.chance().oneOf(active).id();
            life.byHand(() -> life.operator().end(id, ACT, told -> {
                if (told.kind() == Kind.DONE) {
                    world.ledger().saw(Sight.ENDED);
                }
                told("end", id, told);
            }));
        }
    }

    /** Lists the transactions in doubt, and one transaction. Neither may fail, nor change anything. */
    private void look(NodeLife life) {
        OperatorRequest.Flags flags =
                new OperatorRequest.Flags(world.chance().even(), world.chance().even(), false);
        ask(life, new OperatorRequest(OperatorRequest.Verb.LIST, "", flags, ""));
        List<GlobalTransaction> parked = List.copyOf(life.coordinator().parked());
        if (!parked.isEmpty()) {
            String shown = world.chance().oneOf(parked).id().toString();
            ask(life, new OperatorRequest(OperatorRequest.Verb.SHOW, shown, flags, ""));
        }
    }

    private void ask(NodeLife life, OperatorRequest request) {
        life.byHand(() -> new OperatorConsole(life.operator()).run(request, ACT.who(), answer -> {
            world.history().line("operator: " + request.verb() + ": " + answer.text());
            if (answer.text().contains(COMMAND_FAILED)) {
                world.ledger().broken("law 12", "an operator's look fails: " + answer.text());
            }
        }));
    }

    /** A node has voted: an operator may not wait for its superior. */
    void voted(NodeLife life, TransactionTruth truth) {
        if (!world.mayFail(world.profile().network().resolved())) {
            return;
        }
        long soon = world.chance().of(0.3)
                ? world.chance().hangNanos() / 10
                : world.chance().below(10) * world.chance().delayNanos();
        world.schedule().after(soon, life, Schedule.Kind.RECOVERY, () -> {
            GlobalTransaction voted = life.coordinator().find(truth.id);
            if (voted != null) {
                resolveInPlace(life, voted);
            }
        });
    }

    /**
     * Decides in place of the superior of a subordinate that has voted; at times as the superior has decided, or will.
     */
    private void resolveInPlace(NodeLife life) {
        List<GlobalTransaction> voted = life.coordinator().parked().stream()
                .filter(each -> each.step() == Step.PREPARED)
                .toList();
        if (!voted.isEmpty()) {
            resolveInPlace(life, world.chance().oneOf(voted));
        }
    }

    private void resolveInPlace(NodeLife life, GlobalTransaction voted) {
        resolve(life, voted.id(), world.chance().even(), told -> {});
    }

    /**
     * Resolves each transaction that waits for a last resource which only the operator can ask, by what that resource
     * did.
     */
    void settle(NodeLife life) {
        for (GlobalTransaction each : List.copyOf(life.coordinator().parked())) {
            TransactionTruth truth =
                    world.ledger().find(ByteBuffer.wrap(each.id().global()));
            BranchTruth local = truth == null ? null : truth.local();
            boolean isOperators =
                    each.step() == Step.IN_DOUBT && !each.forRecovery().isPossible();
            if (isOperators && local != null && local.state == State.GONE) {
                if (world.profile().faults().loss() > 0 && world.chance().of(0.3)) {
                    endByHand(truth); // the node sees that only when it asks the branch to commit
                }
                resolve(life, each.id(), local.effect == BranchTruth.Effect.COMMITTED, told -> {
                    if (told.kind() == Kind.DONE || told.kind() == Kind.WAITING) {
                        world.ledger().settled();
                    }
                });
            }
        }
    }

    /** A person ends the branches of a transaction in their resources, without waiting. */
    private static void endByHand(@Nullable TransactionTruth truth) {
        if (truth != null) {
            truth.branches.stream().filter(each -> !each.isLocal).forEach(each -> each.resource.lose(each));
        }
    }

    /** Forgets all kept outcomes, if the act before has ended. */
    void forget(NodeLife life) {
        for (GlobalTransaction each : List.copyOf(life.coordinator().parked())) {
            if (world.chance().of(0.2)) {
                forgetLost(life, each.id());
            }
            if (each.step() == Step.HEURISTIC && mayForget(each)) {
                forget(life, each, lostParts(each));
            }
        }
    }

    /** The subordinates with a heuristic outcome that are at the lost node, and will never confirm anything. */
    Set<String> lostParts(GlobalTransaction kept) {
        return kept.participants().heuristics().stream()
                .map(HeuristicReport::participant)
                .filter(each ->
                        each instanceof RemoteParticipant part && world.lost().isPart(part))
                .map(Participant::name)
                .collect(Collectors.toSet());
    }

    /**
     * Forgets a transaction.
     *
     * @param lost the names of parts that will never come back
     */
    void forget(NodeLife life, GlobalTransaction kept, Set<String> lost) {
        Runnable unlessRefused = world.ledger().forgotten(kept.id());
        life.byHand(() -> life.operator().forget(kept.id(), lost, ACT, told -> {
            told("forget, lost: " + lost, kept.id(), told);
            if (told.kind() == ActResult.Kind.REFUSED) {
                unlessRefused.run();
            }
        }));
    }

    /** A transaction that its superior has not confirmed should be left alone; the operator does not always do so. */
    private boolean mayForget(GlobalTransaction kept) {
        Subordinate subordinate = kept.subordinate();
        boolean isUnconfirmed = subordinate != null && subordinate.awaitsWord();
        return !isUnconfirmed || world.isPeaceful() || world.chance().of(0.1);
    }

    /** Calls a resource lost for good that the node can still reach: nothing may be done. */
    private void forgetLost(NodeLife life, TransactionId id) {
        Set<String> lost = Set.of(world.chance().oneOf(world.resources()).name());
        life.byHand(() -> life.operator().forget(id, lost, ACT, told -> {
            told("forget, lost: " + lost, id, told);
            world.ledger().saw(Sight.LOST_REFUSED);
            if (told.kind() != Kind.REFUSED) {
                world.ledger().broken("law 12", "what was not lost is forgotten: " + id + ": " + told);
            }
        }));
    }

    private void adopt(NodeLife life) {
        List<NodeId> others = world.strangers().nodes();
        if (!others.isEmpty()) {
            NodeId node = others.get(world.chance().below(others.size()));
            adopt(life, node, world.chance().of(0.3), Sight.ADOPTED);
        }
    }

    private void adopt(NodeLife life, NodeId node, boolean isWhole, Sight sight) {
        life.byHand(() -> life.operator().adopt(node, isWhole, ACT, told -> {
            told("adopt", node, told);
            if (told.kind() == Kind.DONE) {
                world.ledger().saw(sight);
            }
        }));
    }

    /**
     * Adopts a node that is lost, with its log when that is here.
     *
     * @param isLast whether the operator knows that it is the last log that the node wrote, and vouches for it
     */
    void adoptLost(NodeLife life, NodeId node, boolean isLast) {
        boolean hasLog = life.node().disk().names().contains("segment-a.of-" + node);
        Sight withLog = isLast ? Sight.LOST_ADOPTED_WHOLE : Sight.LOST_ADOPTED_IN_PART;
        adopt(life, node, hasLog && isLast, hasLog ? withLog : Sight.LOST_ADOPTED_BARE);
    }

    /** Most often refused: a decided transaction goes one way only, and one under way none. */
    private void resolveOfClient(NodeLife life) {
        List<TransactionTruth> all = new ArrayList<>(world.ledger().transactions());
        if (all.isEmpty()) {
            return;
        }
        TransactionTruth truth = all.get(world.chance().below(all.size()));
        boolean isLosts =
                truth.branches.stream().anyMatch(world.lost()::isOf); // the operator for a lost node reports it, too
        if (!isLosts && (truth.local() == null || !isInDoubt(life, truth))) { // settle() tells the truth
            TransactionId id = truth.id;
            boolean isAllowed = !world.strangers().isOldCopy() || truth.wasDecided; // an orphan is left alone there
            boolean isCommit = world.profile().crashes().isPutBack()
                    ? truth.wasDecided // no other process may know that
                    : world.chance().of(0.5) && isAllowed;
            resolve(life, id, isCommit, told -> {});
        }
    }

    /**
     * Whether a node of an old copy leaves branches of clients alone, since it does not know the decision about them.
     */
    boolean isAnyLeftAlone(NodeLife life) {
        boolean isOldCopy = world.strangers().isOldCopy() || world.putBack().isDone();
        return isOldCopy && leftAlone(life).findAny().isPresent();
    }

    /** Ends one of those as it was decided, if it was. */
    void resolveLeftAlone(NodeLife life) {
        leftAlone(life)
                .findFirst()
                .ifPresent(truth -> resolve(life, truth.id, truth.wasDecided, told -> {
                    if (told.kind() == Kind.DONE) {
                        world.ledger().saw(Sight.LEFT_ALONE);
                    }
                }));
    }

    private Stream<TransactionTruth> leftAlone(NodeLife life) {
        return world.ledger().transactions().stream()
                .filter(each -> each.isAt(life.node()))
                .filter(each -> each.branches.stream().anyMatch(BranchTruth::isInDoubt))
                .filter(each -> !life.coordinator().knows(each.id));
    }

    private static boolean isInDoubt(NodeLife life, TransactionTruth truth) {
        GlobalTransaction known = life.coordinator().find(truth.id);
        return known != null
                && known.step() == Step.IN_DOUBT
                && !known.forDecision().isMade();
    }

    private void resolveOfStranger(NodeLife life) {
        List<BranchTruth> strangers = world.strangers().branches();
        if (!strangers.isEmpty()) {
            XidBytes xid = strangers.get(world.chance().below(strangers.size())).xid;
            TransactionId id = TransactionId.of(xid.format(), xid.global().array());
            resolve(life, id, world.chance().of(0.5), told -> {
                if (told.kind() == Kind.DONE) {
                    world.ledger().saw(Sight.RESOLVED);
                }
            });
        }
    }

    /** Decides about a transaction. */
    void resolve(NodeLife life, TransactionId id, boolean commit, Consumer<ActResult> then) {
        TransactionTruth truth = world.ledger().find(ByteBuffer.wrap(id.global()));
        Vote vote = truth == null ? null : world.ledger().voteOf(truth, life);
        if (vote != null) {
            if (world.lost().mayForget()) { // its outcome would be unknown
                return;
            }
            vote.wish(commit);
        }
        life.byHand(() -> life.operator().resolve(id, commit, ACT, told -> {
            told("resolve " + (commit ? "commit" : "rollback"), id, told);
            then.accept(told);
        }));
    }

    private void told(String what, Object of, ActResult told) {
        if (world.history().isRecorded()) {
            world.history().line("operator: " + what + " " + of + ": " + told);
        }
    }
}
