/** The processes of an experiment: servers, coordinators and a client, in a JVM each, and the code that starts them. */
@NullMarked
package dev.assent.lab.role;

import org.jspecify.annotations.NullMarked;
