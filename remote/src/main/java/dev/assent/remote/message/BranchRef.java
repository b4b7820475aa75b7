package dev.assent.remote.message;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;

/**
 * Names one subordinate of a transaction. Immutable.
 *
 * @param id the transaction
 * @param incarnation the subordinate's own name for it: a second one of the same transaction at the same node, made
 *     after a restart or when the first was over, has another (law 15)
 */
public record BranchRef(TransactionId id, LocalTransactionId incarnation) {}
