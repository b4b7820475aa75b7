package dev.assent.remote.message;

/**
 * A subordinate makes itself known to its superior. It rides on a reply, or is sent by a message of its own. Immutable.
 *
 * @param branch who it is
 * @param address where it is told to prepare and to commit, a URI whose scheme names the transport
 * @param hasSynchronizations whether it wants to be asked before any participant prepares (law 19)
 */
public record Registration(BranchRef branch, String address, boolean hasSynchronizations) {}
