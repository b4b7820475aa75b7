/** The ORB of a process: its life cycle, its object adapter, and the service contexts of its requests. */
@NullMarked
package dev.assent.transport.iiop.orb;

import org.jspecify.annotations.NullMarked;
