/** The ORB of a process: its life, its object adapter, and what its requests carry besides their arguments. */
@NullMarked
package dev.assent.transport.iiop.orb;

import org.jspecify.annotations.NullMarked;
