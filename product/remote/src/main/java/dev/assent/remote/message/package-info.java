/** The messages between processes about a transaction, on any wire, and remote's messages for users and operators. */
@NullMarked
package dev.assent.remote.message;

import org.jspecify.annotations.NullMarked;
