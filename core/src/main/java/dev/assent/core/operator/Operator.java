package dev.assent.core.operator;

import dev.assent.core.audit.Act;
import dev.assent.core.audit.AuditTrail;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.log.AsideLogs;
import dev.assent.core.log.LogUnavailableException;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Does by hand what recovery must not do by itself. Every act goes the same way:
 *
 * <ol>
 *   <li>Write into the audit, durably, who asks for what and why.
 *   <li>Look whether the act is allowed: the resources' lists first, the log after them (law 9). A refusal
 *       changes nothing.
 *   <li>Append the act's record to the log, with no recovery pass since the look, and force it, with who and
 *       when (law 12).
 *   <li>Only then do it, by the code that also recovers, unless recovery was faster. A crash after the third
 *       step loses nothing: the next start reads the record and recovery does the rest.
 *   <li>Write into the audit what became of it.
 * </ol>
 *
 * <p>Thread safety: all methods may be called by any thread; one act is under way at a time, others are
 * refused. They block as long as resources do, but never for a force: what follows it runs on {@link
 * Parts#executor}.
 */
public final class Operator {
    private final Parts parts;
    private final Acts acts;
    private final Resolver resolver;
    private final Forgetter forgetter;
    private final Ender ender;

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
        this.acts = new Acts(parts);
        this.resolver = new Resolver(parts, acts);
        this.forgetter = new Forgetter(parts, acts);
        this.ender = new Ender(parts, acts);
    }

    Parts parts() {
        return parts;
    }

    /** As {@link Acts#checkOpened}. */
    void checkOpened(Object transaction) {
        acts.checkOpened(transaction);
    }

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
        resolver.resolve(id, commit, act, reply);
    }

    /**
     * Forgets a heuristic outcome: tells the resources, then the log. Refused while the node's resources are
     * being opened: one that is not there yet is not lost.
     *
     * @param lost the names of resources that will never come back, and are not told; a transaction that waits
     *     for such resources alone, when the others have been asked, is forgotten, too, whatever was decided
     * @param reply is told once what became of it
     */
    public void forget(TransactionId id, Set<String> lost, Act act, Consumer<ActResult> reply) {
        forgetter.forget(id, lost, act, reply);
    }

    /** What a forgetting would do; nothing is done. */
    String whatIfForgotten(TransactionId id, Set<String> lost) {
        return forgetter.whatIf(id, lost);
    }

    /**
     * Ends a transaction that is under way and has not voted: it rolls back as if its time were over. One whose end was
     * asked for before is left alone, and so is what has voted: for these there is {@link #resolve}. Nothing is put on
     * record but the audit (presumed abort).
     *
     * @param reply is told once what became of it
     */
    public void end(TransactionId id, Act act, Consumer<ActResult> reply) {
        ender.end(id, act, reply);
    }

    /**
     * As {@link #end}, of all that a client has begun here, or that belongs to a superior.
     *
     * @param who its name, as the node's messages and {@code log show} tell it; of a client, its host counts as well
     * @param reply is told once that they are ended; their rollbacks may go on
     */
    public void endAllOf(String who, Act act, Consumer<ActResult> reply) {
        ender.endAllOf(who, act, reply);
    }

    Ender ender() {
        return ender;
    }

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
        acts.begin(
                what,
                act,
                reply,
                told -> acts.checked(() -> {
                    AdoptedLog adopted = AdoptedLog.of(parts, node, isWhole, act);
                    long position = adopted.append();
                    return () -> acts.force(node.recordId(), position, told, () -> {
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
}
