/** Tries whether a database or a broker really keeps prepared branches, before a transaction relies on it. */
@NullMarked
package dev.assent.resources.probe;

import org.jspecify.annotations.NullMarked;
