/**
 * Transactions across processes, for users: {@link dev.assent.remote.ConnectedNode} is a node that exports objects and
 * calls those of others, {@link dev.assent.remote.ConnectedClient} a process without a transaction manager.
 *
 * <p>The packages below this one are internal: any release may change them.
 */
@NullMarked
package dev.assent.remote;

import org.jspecify.annotations.NullMarked;
