package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogDamagedException;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.Lives;
import dev.assent.core.log.LogContents;
import dev.assent.core.log.RecordKind;
import dev.assent.core.operator.Operator.Parts;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Adoption;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The log of a node to adopt, and the records that take it over. The adoption is the last of them, and the others count
 * only when it is durable too. So a crash between them adopts nothing.
 *
 * <p>Not thread-safe: one for each act.
 */
final class AdoptedLog {
    private final DecisionLog log;
    private final Adoption adoption;
    private final @Nullable LogContents contents;
    private final boolean isOldCopy;
    private final Coordinator coordinator;

    private AdoptedLog(Coordinator coordinator, Adoption adoption, @Nullable LogContents contents, boolean isOldCopy) {
        this.coordinator = coordinator;
        this.isOldCopy = isOldCopy;
        this.log = coordinator.log();
        this.adoption = adoption;
        this.contents = contents;
    }

    /** Reads the log of the node, if it is there. Throws if the adoption is not allowed. */
    static AdoptedLog of(Parts parts, NodeId node, boolean isWhole, Act act) {
        if (node.equals(parts.coordinator().life().node())) {
            throw refused(node, "it is this node");
        }
        LogContents contents = read(parts, node);
        Adoption before = parts.coordinator().adoption(node);
        if (before != null && contents == null) {
            throw refused(node, "it was adopted before, " + before.act());
        }
        if (contents == null && isWhole) {
            throw refused(node, "this node's log folder has no log of that node, so leave out '--log-is-whole'");
        }
        Lives whole = contents == null ? Lives.NONE : check(parts, node, contents);
        boolean isOldCopy = contents != null && !whole.contains(contents.life());
        Adoption adoption = new Adoption(node, isWhole ? whole : Lives.NONE, act);
        return new AdoptedLog(parts.coordinator(), adoption, contents, isOldCopy);
    }

    /** The lives for which the log can be whole: none if the node itself has found it an old copy. */
    private static Lives check(Parts parts, NodeId node, LogContents contents) {
        Lives[] whole = {contents.lives()};
        contents.replay((kind, id, body) -> {
            if (parts.coordinator().knows(id)
                    || parts.recovery().notUnderstood().contains(id)) {
                throw refused(
                        node,
                        "both logs have records of transaction " + id + "; if it waits only for the node that is gone,"
                                + " adopt that node at a third node which has its resources, then give its part up here"
                                + " by './assent log forget " + id + " --lost NAME'; otherwise let it end first");
            }
            if (kind == RecordKind.ADOPTION && id.equals(node.recordId())) {
                whole[0] = Adoption.read(body).whole();
            }
        });
        return whole[0];
    }

    private static @Nullable LogContents read(Parts parts, NodeId node) {
        try {
            return parts.aside().read(node).orElse(null);
        } catch (LogDamagedException damaged) {
            throw refused(
                    node,
                    "its log, which is kept aside, can't be trusted; restore its files, or move all of them away to"
                            + " adopt it without a log (" + damaged.getMessage() + ")");
        }
    }

    private static IllegalArgumentException refused(NodeId node, String why) {
        return new IllegalArgumentException(MESSAGES.adoptRefused(node, why));
    }

    Adoption adoption() {
        return adoption;
    }

    @Nullable LogContents contents() {
        return contents;
    }

    /**
     * Appends all records, or none; returns the position to force. If both nodes have adopted a third one, the adoption
     * in this log stays.
     */
    long append() {
        Set<TransactionId> appended = new LinkedHashSet<>();
        boolean isTaken = false;
        try {
            if (contents != null) {
                contents.replay((kind, id, body) -> {
                    if (kind != RecordKind.PLACE) { // this node does not announce another node's starts
                        appended.add(id);
                        log.append(RecordKind.ADOPTED, id, out -> adoption.wrap(kind, body, out));
                    }
                });
            }
            long position = log.append(RecordKind.ADOPTION, adoption.node().recordId(), adoption::write);
            isTaken = true;
            return position;
        } finally {
            if (!isTaken) {
                coordinator
                        .adoptions()
                        .forEach(each -> appended.remove(each.node().recordId()));
                appended.forEach(log::release);
            }
        }
    }

    /** For people: what this node took over. */
    @Override
    public String toString() {
        if (contents == null) {
            return "adopted without a log: each of its branches waits to be resolved";
        }
        String undecided = adoption.whole().isEmpty()
                ? "branches without a decision wait to be resolved"
                        + (isOldCopy ? ", since that node has found its log to be an old copy" : "")
                : "branches without a decision are rolled back";
        int[] records = {0};
        contents.replay((kind, id, body) -> records[0] += kind == RecordKind.PLACE ? 0 : 1);
        return "adopted with the " + records[0] + " records in its log: recovery finishes those; " + undecided
                + others();
    }

    /**
     * After the adoption: the transactions that other nodes have a part in. Those nodes know the adopted node, and no
     * operator has told them that this one speaks for it. So they accept no question, confirmation or command from this
     * one (law 22: a certificate is not a right).
     */
    private String others() {
        int decidedElsewhere = 0;
        int withParts = 0;
        for (GlobalTransaction each : coordinator.parked()) {
            LocalTransactionId own = each.forDecision().askedId();
            if (own != null && own.origin().node().equals(adoption.node())) {
                decidedElsewhere += each.subordinate() == null ? 0 : 1;
                withParts += each.participants().unfinished().stream().allMatch(Participant::needsResource) ? 0 : 1;
            }
        }
        if (decidedElsewhere + withParts == 0) {
            return "";
        }
        String name = "node-" + adoption.node().toString().substring(0, 8);
        return "; unless other nodes reach this one at the address of the adopted one, operators must end the"
                + " transactions that it shares with others: " + decidedElsewhere
                + " that others decide (look there with 'show',"
                + " then 'resolve' and 'forget' here, then 'forget TRANSACTION --lost " + name + "' there), and "
                + withParts
                + " with parts at others (look here with 'show', then 'resolve' and 'forget' there)";
    }
}
