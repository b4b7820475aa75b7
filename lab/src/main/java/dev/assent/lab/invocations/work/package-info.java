/** The work of the clients and the servers in this paper's experiments. */
@NullMarked
package dev.assent.lab.invocations.work;

import org.jspecify.annotations.NullMarked;
