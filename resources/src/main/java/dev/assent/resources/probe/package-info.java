/** Whether a database or a broker really keeps prepared branches, tried before a transaction relies on it. */
@NullMarked
package dev.assent.resources.probe;

import org.jspecify.annotations.NullMarked;
