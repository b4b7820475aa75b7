/** The interfaces of Jakarta Transactions 2.0: the only part of core that waits. */
@NullMarked
package dev.assent.core.jta;

import org.jspecify.annotations.NullMarked;
