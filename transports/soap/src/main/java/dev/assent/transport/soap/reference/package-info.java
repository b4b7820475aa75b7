/** References: those that are made here, with keys that nobody can guess, and those of others as addresses. */
@NullMarked
package dev.assent.transport.soap.reference;

import org.jspecify.annotations.NullMarked;
