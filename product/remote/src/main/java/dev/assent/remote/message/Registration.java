package dev.assent.remote.message;

import java.util.Set;

/**
 * The registration of a subordinate with its superior. It rides on a reply, or goes by a message of its own. Immutable.
 *
 * @param branch the identity of the subordinate
 * @param address the address for prepare and commit, a URI whose scheme names the transport; a stranger's address is
 *     also its identity
 * @param interests the messages that the subordinate wants; at least one
 */
public record Registration(BranchRef branch, String address, Set<Interest> interests) {
    /** The longest address that is accepted: a log record must have room for several. */
    public static final int ADDRESS_CHARS_MAX = 4096;

    /** The message that a subordinate wants. */
    public enum Interest {
        /** Prepare, and commit or rollback (OTS Resource, WS-AT Durable2PC). */
        COMPLETION,
        /** A request before any participant prepares (law 19; OTS Synchronization, WS-AT Volatile2PC). */
        BEFORE_COMPLETION,
        /** The outcome, in one message after completion that may get lost; without a vote. */
        AFTER_COMPLETION
    }

    /** Refuses an empty set of interests, too long an address, and a stranger with two different addresses. */
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

    /** For display. */
    @Override
    public String toString() {
        return branch + " at " + ShownAddress.of(address) + " for " + interests;
    }

    /** Whether it is registered for something. */
    public boolean isFor(Interest interest) {
        return interests.contains(interest);
    }
}
