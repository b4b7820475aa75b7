package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.xa.XaResources;
import java.util.Set;

/**
 * What an operator asks for.
 *
 * <p>Immutable and safe to share.
 *
 * @param verb what
 * @param subject the name of a transaction, of a node to adopt, or of whose work is to be ended; empty to list
 * @param flags how
 * @param reason why, in the operator's words; empty for none
 * @param lost of a forgetting: the names of resources that will never come back
 */
public record Request(Verb verb, String subject, Flags flags, String reason, Set<String> lost) {
    /** The most resources that can be lost for good at once. */
    public static final int LOST_MAX = 64;

    /**
     * Copies the names, and refuses those that no resource can have: they could forge lines of the audit.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    public Request {
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
    public Request(Verb verb, String subject, Flags flags, String reason) {
        this(verb, subject, flags, reason, Set.of());
    }

    /** What can be asked for. */
    public enum Verb {
        /** What is in doubt. */
        LIST,
        /** All about one transaction. */
        SHOW,
        /** Commit it. */
        COMMIT,
        /** Roll it back. */
        ROLLBACK,
        /** Forget its heuristic outcome. */
        FORGET,
        /** Take over the branches of another node. */
        ADOPT,
        /** Roll it back, when it is under way and unprepared. */
        END,
        /** The same of all that a client, or a superior, has under way here. */
        END_ALL_OF
    }

    /**
     * How.
     *
     * @param whatIf tell what a resolution would do; of an act, do not act
     * @param json answer in JSON
     * @param whole of an adoption: the log kept aside is all the node ever wrote
     */
    public record Flags(boolean whatIf, boolean json, boolean whole) {
        /** None. */
        public static final Flags NONE = new Flags(false, false, false);
    }
}
