/** What the clients and the servers of this paper's experiments do. */
@NullMarked
package dev.assent.lab.invocations.work;

import org.jspecify.annotations.NullMarked;
