/** References: those of this process, with keys that nobody can guess, and those of others as addresses. */
@NullMarked
package dev.assent.transport.soap.reference;

import org.jspecify.annotations.NullMarked;
