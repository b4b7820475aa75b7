package dev.assent.core.operator;

import dev.assent.core.audit.Act;
import dev.assent.core.audit.AuditTrail;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.local.LocalResource.Mark;
import dev.assent.core.log.AsideLogs;
import dev.assent.core.log.LogUnavailableException;
import dev.assent.core.log.RecordKind;
import dev.assent.core.message.Message;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.participant.Participant;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.recovery.SeenBranch;
import dev.assent.core.recovery.SeenBranch.Claim;
import dev.assent.core.recovery.SeenLastResource;
import dev.assent.core.recovery.SeenResource;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.ForgetOrder;
import dev.assent.core.transaction.HeuristicReport;
import dev.assent.core.transaction.Resolution;
import dev.assent.core.transaction.Transaction;
import dev.assent.core.xa.XaBranch;
import dev.assent.core.xa.XaTraits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Does by hand what recovery must not do by itself. Every act goes the same way:
 *
 * <ol>
 *   <li>Write into the audit, durably, who asks for what and why.
 *   <li>Look whether the act is allowed: the resources' lists first, the log after them (law 9). A refusal
 *       changes nothing.
 *   <li>Append the act's record to the log, with no recovery pass since the look, and force it, with who and
 *       when (law 12).
 *   <li>Only then do it, by the code that also recovers, unless recovery was faster. A crash after the third step loses nothing: the next
 *       start reads the record and recovery does the rest.
 *   <li>Write into the audit what became of it.
 * </ol>
 *
 * <p>Thread safety: all methods may be called by any thread; one act is under way at a time, others are
 * refused. They block as long as resources do, but never for a force: what follows it runs on {@link
 * Parts#executor}.
 */
public final class Operator {
    private final Parts parts;
    private final Coordinator coordinator;

    /** Who is to be told of the act that is under way; null when none is. */
    private final AtomicReference<@Nullable Consumer<ActResult>> acting = new AtomicReference<>();

    /**
     * What an operator acts on.
     *
     * @param coordinator knows all transactions
     * @param recovery finishes them
     * @param aside the logs of other nodes in the same folder
     * @param audit takes what is asked and what is done
     * @param executor runs what may block, when an act's record is durable
     * @param state how the node is doing now
     */
    public record Parts(
            Coordinator coordinator,
            Recovery recovery,
            AsideLogs aside,
            AuditTrail audit,
            Executor executor,
            Supplier<NodeState> state) {}

    /** An operator of these parts. */
    public Operator(Parts parts) {
        this.parts = parts;
        this.coordinator = parts.coordinator();
    }

    Parts parts() {
        return parts;
    }

    // ---- resolve

    /**
     * Decides about branches that recovery must not decide about: those that it leaves alone, those that wait
     * for the word what a last resource did (law 13), and those that it presumes to be rolled back, by
     * rollback. Of a transaction that is decided, finishes what is left; a resolution against a decision is
     * refused, since other branches may have followed it. So is one that might miss a branch, on a resource
     * that is not reached, or not opened yet: nobody would know later which way it has to go.
     *
     * @param reply is told once what became of it
     */
    public void resolve(TransactionId id, boolean commit, Act act, Consumer<ActResult> reply) {
        begin(
                "resolve " + id + " by " + word(commit),
                act,
                reply,
                told -> checked(() -> {
                    checkOpened(id);
                    Transaction known = coordinator.find(id);
                    if (known == null) {
                        Resolution resolution = coordinator.resolution(id, commit, claim(id, commit), act);
                        long position = coordinator.log().append(RecordKind.RESOLUTION, id, resolution);
                        return () -> force(id, position, told, () -> carriedOut(id, resolution));
                    }
                    if (known.step() == Step.IN_DOUBT && !known.isDecided()) {
                        checkMark(id, commit);
                        Resolution ofLast = coordinator.resolution(id, commit, List.of(), act);
                        long position = coordinator.log().append(RecordKind.RESOLUTION, id, ofLast);
                        return () -> force(id, position, told, () -> settled(known, commit, act));
                    }
                    Transaction decided = decided(known, commit);
                    return () -> told.accept(finished(decided));
                }));
    }

    private ActResult carriedOut(TransactionId id, Resolution resolution) {
        Transaction resolved = resolution.carryOut();
        if (resolved == null) {
            return overtaken(id);
        }
        parts.recovery().resolved(id);
        return finished(resolved);
    }

    /** The operator has found out what the last resource did (law 13). */
    private ActResult settled(Transaction known, boolean commit, Act act) {
        if (known.step() != Step.IN_DOUBT || known.isDecided()) {
            return overtaken(known.id());
        }
        known.setAct(act);
        parts.recovery().settleLast(known.id(), commit);
        return finished(known);
    }

    /** Recovery was faster, while the act's record was forced: that record must not outlive the transaction. */
    private ActResult overtaken(TransactionId id) {
        if (coordinator.knows(id)) {
            return new ActResult(Kind.WAITING, "recovery has found out by itself meanwhile, and does the rest");
        }
        coordinator.log().release(id);
        return new ActResult(Kind.DONE, "recovery has found out by itself meanwhile, and has ended it");
    }

    /** Where the last resource's commit marker can be read, it decides, and no operator (law 13). */
    private void checkMark(TransactionId id, boolean commit) {
        for (SeenLastResource each : parts.recovery().lookAtLastResources()) {
            Mark mark = each.marks().get(id);
            if (mark != null && (mark == Mark.NONE || (mark == Mark.COMMITTED) != commit)) {
                throw new IllegalArgumentException(
                        Message.RESOLVE_MARKED.text(id, word(commit), each.name(), said(mark)));
            }
        }
    }

    static String said(Mark mark) {
        return switch (mark) {
            case COMMITTED -> "says that it committed";
            case REFUSED -> "says that it did not commit";
            case NONE -> "is not there by now";
        };
    }

    private static Transaction decided(Transaction known, boolean commit) {
        Step step = known.step();
        if (step == Step.HEURISTIC) {
            throw new IllegalArgumentException(Message.RESOLVE_HEURISTIC.text(known.id(), known.heuristics()));
        }
        if (!known.isDecided()) {
            throw new IllegalArgumentException(Message.RESOLVE_UNDER_WAY.text(known.id(), step));
        }
        if (known.isCommitting() != commit) {
            throw new IllegalArgumentException(
                    Message.RESOLVE_DECIDED.text(known.id(), word(commit), word(known.isCommitting())));
        }
        return known;
    }

    /** The listed branches of a transaction that nobody knows, all of which an operator may decide about. */
    private List<Participant> claim(TransactionId id, boolean commit) {
        List<SeenResource> seen = parts.recovery().look();
        List<Participant> claimed = new ArrayList<>();
        boolean isLeftAlone = false;
        for (SeenResource resource : seen) {
            for (SeenBranch branch : resource.branches()) {
                if (branch.xid().transaction().equals(id)) {
                    check(resource.name(), branch, commit);
                    isLeftAlone |= branch.claim() == Claim.LEFT_ALONE;
                    claimed.add(new XaBranch(branch.xid(), resource.name(), XaTraits.STANDARD, null));
                }
            }
        }
        if (claimed.isEmpty()) {
            throw new IllegalArgumentException(Message.RESOLVE_UNKNOWN.text(id, names(seen, true), names(seen, false)));
        }
        if (isLeftAlone && !seen.stream().allMatch(SeenResource::isReached)) { // the rest of an orphan is one, too
            throw new IllegalArgumentException(Message.RESOLVE_PARTLY.text(id, names(seen, false)));
        }
        return claimed;
    }

    private static void check(String resource, SeenBranch branch, boolean commit) {
        TransactionId id = branch.xid().transaction();
        switch (branch.claim()) {
            case LEFT_ALONE -> {}
            case ORPHAN -> {
                if (commit) {
                    throw new IllegalArgumentException(Message.RESOLVE_ORPHAN.text(id));
                }
            }
            case STRANGE -> {
                NodeId node = branch.xid().owner().node();
                throw new IllegalArgumentException(Message.RESOLVE_STRANGE.text(id, resource, node));
            }
            case KNOWN -> throw new IllegalArgumentException(Message.RESOLVE_UNDER_WAY.text(id, "ACTIVE"));
        }
    }

    static String names(List<SeenResource> seen, boolean isReached) {
        String names = seen.stream()
                .filter(each -> each.isReached() == isReached)
                .map(SeenResource::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "none" : names;
    }

    private ActResult finished(Transaction transaction) {
        Step step = parts.recovery().finish(transaction);
        String resources = resources(transaction.participants());
        return switch (step) {
            case COMMITTED -> new ActResult(Kind.DONE, "committed on " + resources);
            case ROLLED_BACK -> new ActResult(Kind.DONE, "rolled back on " + resources);
            case HEURISTIC ->
                new ActResult(Kind.DONE, "over, with a heuristic outcome that is kept: " + transaction.heuristics());
            case IN_DOUBT ->
                new ActResult(Kind.WAITING, "decided; recovery does the rest once the log takes the decision");
            default ->
                new ActResult(
                        Kind.WAITING,
                        "on record; waits for " + resources(transaction.unfinished()) + ", "
                                + (coordinator.isRunning() ? "recovery" : "the next start of the node")
                                + " does the rest once that is reached");
        };
    }

    static String resources(List<Participant> participants) {
        return Names.quoted(participants.stream().map(Participant::name).toList());
    }

    private static String word(boolean commit) {
        return commit ? "commit" : "rollback";
    }

    // ---- forget

    /**
     * Forgets a heuristic outcome: tells the resources, then the log. Refused while the node's resources are
     * being opened: one that is not there yet is not lost.
     *
     * @param lost the names of resources that will never come back, and are not told; a transaction that waits
     *     for such resources alone, when the others have been asked, is forgotten, too, whatever was decided
     * @param reply is told once what became of it
     */
    public void forget(TransactionId id, Set<String> lost, Act act, Consumer<ActResult> reply) {
        String what = "forget " + id + (lost.isEmpty() ? "" : ", lost for good: " + quoted(lost));
        begin(
                what,
                act,
                reply,
                told -> checked(() -> {
                    checkOpened(id);
                    Transaction known = forgettable(id, lost);
                    List<HeuristicReport> seen = known.heuristics();
                    boolean isGivenUp = known.step().isParked();
                    if (isGivenUp) {
                        parts.recovery().finish(known); // decided, so the others may always be asked
                        checkWaitsForNoOther(known, lost);
                        if (!known.heuristics().equals(seen)) {
                            throw unforgettable(id, more(known));
                        }
                    }
                    ForgetOrder order = new ForgetOrder(act, lost);
                    long position = coordinator.log().append(RecordKind.FORGETTING, id, order);
                    return () -> force(id, position, told, () -> {
                        if (!known.equals(coordinator.find(id))) {
                            return overtaken(id);
                        }
                        if (!known.heuristics()
                                .equals(seen)) { // the record of those follows this act's, and outweighs it
                            return new ActResult(Kind.REFUSED, Message.FORGET_REFUSED.text(id, more(known)));
                        }
                        known.askToForget(order);
                        return forgotten(known, isGivenUp);
                    });
                }));
    }

    /** What a forgetting would do; nothing is done. */
    String whatIfForgotten(TransactionId id, Set<String> lost) {
        Transaction known = forgettable(id, lost);
        if (known.step().isParked()) {
            return "finishes it on all resources but " + quoted(lost) + ", then forgets it; to "
                    + word(known.isCommitting()) + " it is decided, and nobody can tell whether those did it";
        }
        String untold = lost.isEmpty() ? "" : " but " + quoted(lost);
        return "tells the resources" + untold + " to forget it, then the log; their data stay as they are";
    }

    private Transaction forgettable(TransactionId id, Set<String> lost) {
        Transaction known = coordinator.find(id);
        boolean isHeuristic = known != null && known.step() == Step.HEURISTIC;
        if (known == null || (!isHeuristic && (lost.isEmpty() || !known.step().isParked()))) {
            throw unforgettable(id, known == null ? "it is not known" : "it is in step " + known.step());
        }
        for (String name : lost) {
            if (parts.recovery().isRegistered(name)) {
                throw unforgettable(
                        id,
                        "resource '" + name + "' is registered; take it out of the node's resources"
                                + " first when it is lost for good");
            }
            if (known.participants().stream().noneMatch(each -> each.name().equals(name))) {
                throw unforgettable(
                        id, "it has no branch on '" + name + "', but on " + resources(known.participants()));
            }
        }
        return known;
    }

    private static void checkWaitsForNoOther(Transaction known, Set<String> lost) {
        List<Participant> waiting = new ArrayList<>(known.unfinished());
        waiting.removeIf(each -> lost.contains(each.name()));
        if (!waiting.isEmpty()) {
            throw unforgettable(known.id(), "it waits for " + resources(waiting));
        }
    }

    /** Why a heuristic outcome is not forgotten together with one that the operator has not seen. */
    private static String more(Transaction known) {
        return "more has become known of it meanwhile: " + known.heuristics();
    }

    private static IllegalArgumentException unforgettable(TransactionId id, String why) {
        return new IllegalArgumentException(Message.FORGET_REFUSED.text(id, why));
    }

    private ActResult forgotten(Transaction known, boolean isGivenUp) {
        try {
            parts.recovery().forget(known.id());
            String untold = known.lost().isEmpty() ? "" : "; not told, since lost for good: " + quoted(known.lost());
            String unsure = "; to " + word(known.isCommitting()) + " it was decided, and nobody can tell whether "
                    + resources(known.unfinished()) + " did it";
            return new ActResult(Kind.DONE, "forgotten" + untold + (isGivenUp ? unsure : ""));
        } catch (IllegalArgumentException | IllegalStateException later) {
            return new ActResult(Kind.WAITING, "on record; recovery tries again: " + later.getMessage());
        }
    }

    private static String quoted(Set<String> names) {
        return Names.quoted(new TreeSet<>(names));
    }

    // ---- adopt

    /**
     * Makes the branches of another node this node's. What its log holds, when that is kept aside in this
     * node's folder, is taken over: recovery finishes what was decided. A branch without a decision waits
     * to be resolved, unless the operator vouches for the log.
     *
     * @param isWhole whether the operator vouches that this is all the node ever wrote, and no older copy
     * @param reply is told once what became of it
     */
    public void adopt(NodeId node, boolean isWhole, Act act, Consumer<ActResult> reply) {
        String what = "adopt " + node + (isWhole ? " with its whole log" : "");
        begin(
                what,
                act,
                reply,
                told -> checked(() -> {
                    AdoptedLog adopted = AdoptedLog.of(parts, node, isWhole, act);
                    long position = adopted.append();
                    return () -> force(node.recordId(), position, told, () -> {
                        parts.recovery().adopt(adopted.adoption(), adopted.contents());
                        return new ActResult(Kind.DONE, adopted + putAway(node));
                    });
                }));
    }

    /** What an adoption would do; nothing is done. */
    String whatIfAdopted(NodeId node, boolean isWhole, Act act) {
        return AdoptedLog.of(parts, node, isWhole, act).toString();
    }

    private String putAway(NodeId node) {
        try {
            parts.aside().putAway(node);
            return "";
        } catch (LogUnavailableException stays) {
            return "; but its segments are not renamed, so each start tells of them: " + stays.getMessage();
        }
    }

    // ---- the way of every act

    private void begin(String what, Act act, Consumer<ActResult> reply, Consumer<Consumer<ActResult>> work) {
        Consumer<ActResult> told = new Consumer<>() {
            @Override
            public void accept(ActResult result) {
                ActResult audited = end(what, act, result);
                acting.compareAndSet(this, null);
                reply.accept(audited);
            }
        };
        if (!acting.compareAndSet(null, told)) {
            reply.accept(new ActResult(Kind.REFUSED, Message.ACT_UNDER_WAY.text(what)));
            return;
        }
        try {
            parts.audit().add(act.when() + " " + act.who() + " asks: " + what + reason(act)); // 1
        } catch (RuntimeException | LinkageError unwritten) {
            acting.set(null);
            reply.accept(refusal(unwritten));
            return;
        }
        carry(told, () -> work.accept(told)); // 2 and 3
    }

    /**
     * Looks whether an act is allowed and appends its record, with no recovery pass between the two; then does
     * the rest, in which it may have to wait for a force.
     */
    private void checked(Supplier<Runnable> work) {
        parts.recovery().exclusively(work).run();
    }

    /**
     * Refuses what is asked about a transaction while resources may be missing that hold more of it, and are not
     * lost, only not opened yet.
     *
     * @param transaction its identity, or the name that the operator gave
     */
    void checkOpened(Object transaction) {
        if (parts.state().get().isOpening()) {
            throw new IllegalStateException(Message.ACT_WHILE_OPENING.text(transaction));
        }
    }

    private static String reason(Act act) {
        return act.reason().isEmpty() ? "" : " (reason: " + act.reason() + ")";
    }

    /** What throws before anything was done is a refusal, whatever it is: the next act must not wait for it. */
    private void carry(Consumer<ActResult> told, Runnable work) {
        releasing(told, () -> {
            try {
                work.run();
            } catch (RuntimeException | LinkageError refused) {
                told.accept(refusal(refused));
            }
        });
    }

    /** Does a part of an act; an error of the JVM goes on, and holds up no other act. */
    private void releasing(Consumer<ActResult> told, Runnable part) {
        try {
            part.run();
        } catch (Error fatal) {
            acting.compareAndSet(told, null);
            throw fatal;
        }
    }

    /** Why nothing was done, for people. */
    static ActResult refusal(Throwable why) {
        boolean isForeseen = why instanceof IllegalArgumentException
                || why instanceof IllegalStateException
                || why instanceof LogUnavailableException;
        return new ActResult(
                Kind.REFUSED, isForeseen ? String.valueOf(why.getMessage()) : Message.COMMAND_FAILED.text(why));
    }

    private void force(TransactionId id, long position, Consumer<ActResult> told, ForcedAct.Work work) {
        Recovery recovery = parts.recovery();
        Executor executor = part -> parts.executor().execute(() -> releasing(told, part));
        new ForcedAct(coordinator, id, told).force(position, executor, () -> recovery.exclusively(work::run));
    }

    /** Writes into the audit what became of an act, and tells when that can't be written. */
    private ActResult end(String what, Act act, ActResult result) {
        String when = new Act(act.who(), coordinator.clock().epochMillis(), "").when();
        String line = when + " " + act.who() + " told: " + what + ": " + result.kind() + ": " + result.text();
        try {
            parts.audit().add(line.replaceAll("\\p{Cntrl}+", " ")); // 5
            return result;
        } catch (RuntimeException | LinkageError unwritten) {
            return new ActResult(
                    result.kind(), result.text() + "; but " + refusal(unwritten).text());
        }
    }
}
