/** The messages for people of the server and the command line. */
@NullMarked
package dev.assent.server.message;

import org.jspecify.annotations.NullMarked;
