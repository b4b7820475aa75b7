package dev.assent.core.operator;

import dev.assent.LogUnavailableException;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.audit.AuditTrail;
import dev.assent.core.log.AsideLogs;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The acts that recovery must not do by itself, done by an operator. Every act has the same steps:
 *
 * <ol>
 *   <li>Write into the audit, durably, the operator, the request and the reason.
 *   <li>Check that the act is allowed: the resources' lists first, the log after them (law 9: recovery rolls back
 *       only its own). A refusal changes nothing.
 *   <li>Append the act's record to the log, with no recovery pass since the check, and force it, with the operator
 *       and the time (law 12: heuristic outcomes are forced first).
 *   <li>Only then carry it out, by the code that also recovers, unless recovery was faster. A crash after the third
 *       step loses nothing: the next start reads the record and recovery does the rest.
 *   <li>Write the result into the audit.
 * </ol>
 *
 * <p>Thread safety: any thread may call all methods. One act is under way at a time; others are refused. A method
 * blocks as long as resources do, but never for a force: the rest of the act then runs on {@link Parts#executor}.
 */
public final class Operator {
    private final Parts parts;
    private final Acts acts;
    private final Resolver resolver;
    private final Forgetter forgetter;
    private final Ender ender;

    /**
     * The parts of a node that an operator acts on.
     *
     * @param coordinator knows all transactions
     * @param recovery finishes them
     * @param aside the logs of other nodes in the same folder
     * @param audit takes each request and its result
     * @param executor runs work that may block, when an act's record is durable
     * @param state the present state of the node
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

    /** See {@link Acts#checkOpened}. */
    void checkOpened(Object transaction) {
        acts.checkOpened(transaction);
    }

    /**
     * Decides about branches that recovery must not decide about: those that it leaves alone, and those that wait for
     * the outcome of a last resource (law 13: the last resource is announced). Branches that it presumes aborted can
     * only be rolled back. If the transaction is decided, finishes the rest of it; a resolution against the decision is
     * refused, since other branches may have followed the decision. A resolution is also refused if it might miss a
     * branch on a resource that is not reached or not opened yet: nobody would know later how to end that branch.
     *
     * @param reply gets the result, once
     */
    public void resolve(TransactionId id, boolean commit, Act act, Consumer<ActResult> reply) {
        resolver.resolve(id, commit, act, reply);
    }

    /**
     * Forgets a heuristic outcome: first at the resources, then in the log. Refused while the node's resources are
     * being opened: a resource that is not there yet is not lost.
     *
     * @param lost the names of resources that will never come back, so that they need not forget. A transaction
     *     that waits only for such resources, after the others were asked, is forgotten too, whatever the decision was
     * @param reply gets the result, once
     */
    public void forget(TransactionId id, Set<String> lost, Act act, Consumer<ActResult> reply) {
        forgetter.forget(id, lost, act, reply);
    }

    /** What an order to forget would do; nothing is done. */
    String whatIfForgotten(TransactionId id, Set<String> lost) {
        return forgetter.whatIf(id, lost);
    }

    /**
     * Ends a transaction that is under way and has not voted: it rolls back as if it had timed out. If its end was
     * requested before, or it has voted, it is left alone; use {@link #resolve} for it. Only the audit records this
     * (presumed abort).
     *
     * @param reply gets the result, once
     */
    public void end(TransactionId id, Act act, Consumer<ActResult> reply) {
        ender.end(id, act, reply);
    }

    /**
     * As {@link #end}, for all transactions that a client has begun here, or that belong to a superior.
     *
     * @param who the client's or superior's name in the node's messages and in {@code log show}; a client's host
     *     counts as well
     * @param reply is called once, when they are ended; their rollbacks may go on
     */
    public void endAllOf(String who, Act act, Consumer<ActResult> reply) {
        ender.endAllOf(who, act, reply);
    }

    Ender ender() {
        return ender;
    }

    /**
     * Makes the branches of another node this node's. If its log is kept aside in this node's folder, the log's
     * transactions are taken over, and recovery finishes the decided ones. A branch without a decision waits for an
     * operator, unless the operator vouches for the log.
     *
     * @param isWhole whether the operator vouches that this is everything that the node ever wrote, and not an
     *     older copy
     * @param reply gets the result, once
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
