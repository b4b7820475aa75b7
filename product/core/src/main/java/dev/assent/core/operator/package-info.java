/** Reports and acts of an operator on transactions in doubt (laws 2 and 12). */
@NullMarked
package dev.assent.core.operator;

import org.jspecify.annotations.NullMarked;
