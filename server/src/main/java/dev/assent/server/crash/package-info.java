/**
 * The crash tour: two banks, transfers between them, a process or a database that is killed at each fault
 * point, and an oracle that reads the databases. The demo makes it once; the crash tests make it as often
 * as they are told.
 */
@NullMarked
package dev.assent.server.crash;

import org.jspecify.annotations.NullMarked;
