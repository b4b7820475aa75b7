/** What processes say to each other about a transaction, whatever the wire, and what remote says to people. */
@NullMarked
package dev.assent.remote.message;

import org.jspecify.annotations.NullMarked;
