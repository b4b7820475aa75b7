/** Bugs put into copies of the real classes, each of which the simulator must find. */
package dev.assent.testkit.simulation.planted;
