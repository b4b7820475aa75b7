package dev.assent.remote.message;

import java.util.Set;

/**
 * A subordinate makes itself known to its superior. It rides on a reply, or is sent by a message of its own. Immutable.
 *
 * @param branch who it is
 * @param address where it is told to prepare and to commit, a URI whose scheme names the transport; a stranger's is its
 *     name, too
 * @param interests what it wants to be asked and told; at least one
 */
public record Registration(BranchRef branch, String address, Set<Interest> interests) {
    /** The longest address that is taken: a log record has room for a number of them. */
    public static final int ADDRESS_CHARS_MAX = 4096;

    /** What a subordinate is registered for. */
    public enum Interest {
        /** To vote, and to be told to commit or to roll back (OTS Resource, WS-AT Durable2PC). */
        COMPLETION,
        /** To be asked before any participant prepares (law 19; OTS Synchronization, WS-AT Volatile2PC). */
        BEFORE_COMPLETION,
        /** To be told once, afterwards, what became of the transaction, if nothing gets lost; it has no vote. */
        AFTER_COMPLETION
    }

    /** Refuses one of nothing, an address that is too long, and a stranger who is somewhere else. */
    public Registration {
        interests = Set.copyOf(interests);
        if (interests.isEmpty() || address.length() > ADDRESS_CHARS_MAX) {
            throw new IllegalArgumentException("a registration for " + interests + " at an address of "
                    + address.length() + " characters is not allowed; one interest or more is, and "
                    + ADDRESS_CHARS_MAX + " characters at most");
        }
        if (branch.address() != null && !branch.address().equals(address)) {
            throw new IllegalArgumentException(branch + " is not at " + ShownAddress.of(address));
        }
    }

    /** For people. */
    @Override
    public String toString() {
        return branch + " at " + ShownAddress.of(address) + " for " + interests;
    }

    /** Whether it is registered for something. */
    public boolean isFor(Interest interest) {
        return interests.contains(interest);
    }
}
