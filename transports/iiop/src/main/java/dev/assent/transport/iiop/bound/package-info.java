/** What is under way, up to a number. */
@NullMarked
package dev.assent.transport.iiop.bound;

import org.jspecify.annotations.NullMarked;
