/** A deterministic simulation of nodes, disks, resources and clients in one thread, from one seed. */
@NullMarked
package dev.assent.testkit.simulation;

import org.jspecify.annotations.NullMarked;
