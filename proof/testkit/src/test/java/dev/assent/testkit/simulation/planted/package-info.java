/** Bugs put into copies of the real classes; the simulator must find each one. */
package dev.assent.testkit.simulation.planted;
