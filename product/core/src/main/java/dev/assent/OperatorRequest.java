package dev.assent;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.xa.XaResources;
import java.util.Set;

/**
 * An operator's request.
 *
 * <p>Immutable and safe to share.
 *
 * @param verb the act or the question
 * @param subject the name of a transaction, of a node to adopt, or of a client or superior whose work is to end;
 *     empty to list
 * @param flags options
 * @param reason in the operator's words; empty for none
 * @param lost for an order to forget: the names of resources that will never come back
 */
public record OperatorRequest(Verb verb, String subject, Flags flags, String reason, Set<String> lost) {
    /** The most resources that one request can declare lost. */
    public static final int LOST_MAX = 64;

    /**
     * Copies the names, and refuses names that no resource can have: they could forge lines of the audit.
     *
     * @throws IllegalArgumentException with the allowed names
     */
    public OperatorRequest {
        lost = Set.copyOf(lost);
        if (lost.size() > LOST_MAX) {
            throw lostRefused(lost.size() + " resources");
        }
        for (String name : lost) {
            if (!XaResources.isName(name)) {
                throw lostRefused("'" + name.replaceAll("\\p{Cntrl}", "?") + "'");
            }
        }
    }

    private static IllegalArgumentException lostRefused(String what) {
        return new IllegalArgumentException(MESSAGES.lostRefused(what, LOST_MAX));
    }

    /** With no resource lost. */
    public OperatorRequest(Verb verb, String subject, Flags flags, String reason) {
        this(verb, subject, flags, reason, Set.of());
    }

    /** The acts and questions. */
    public enum Verb {
        /** List the transactions in doubt. */
        LIST,
        /** Show everything about one transaction. */
        SHOW,
        /** Commit a transaction. */
        COMMIT,
        /** Roll a transaction back. */
        ROLLBACK,
        /** Forget a heuristic outcome. */
        FORGET,
        /** Take over the branches of another node. */
        ADOPT,
        /** Roll a transaction back that is under way and unprepared. */
        END,
        /** The same for all transactions that a client or a superior has under way here. */
        END_ALL_OF
    }

    /**
     * Options of a request.
     *
     * @param whatIf only say what it would do
     * @param json answer in JSON
     * @param whole for an adoption: the log kept aside is everything that the node ever wrote
     */
    public record Flags(boolean whatIf, boolean json, boolean whole) {
        /** None. */
        public static final Flags NONE = new Flags(false, false, false);
    }
}
