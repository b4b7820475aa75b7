/**
 * The crash tour: two banks, transfers between them, a process or a database killed at each fault point, and an oracle
 * that reads the databases. The demo makes the tour once; the crash tests make it as often as configured.
 */
@NullMarked
package dev.assent.server.crash;

import org.jspecify.annotations.NullMarked;
