/**
 * The transaction manager for its users: {@link dev.assent.Assent} opens a node, {@link dev.assent.Setting} has its
 * settings, {@link dev.assent.NodeOperator} is what an operator can do. Work with transactions goes by the standard
 * interfaces of Jakarta Transactions.
 *
 * <p>Together with {@link dev.assent.spi} these are all types of this jar that a program may use. The packages {@code
 * dev.assent.core} and below are internal: any release may change them.
 */
@NullMarked
package dev.assent;

import org.jspecify.annotations.NullMarked;
