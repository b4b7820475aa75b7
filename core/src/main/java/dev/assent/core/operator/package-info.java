/** What an operator sees of work in doubt, and does about it by hand (laws 2 and 12). */
@NullMarked
package dev.assent.core.operator;

import org.jspecify.annotations.NullMarked;
