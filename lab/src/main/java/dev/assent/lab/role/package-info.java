/** Processes that an experiment is made of: servers, coordinators and a client, in a JVM each, and who starts them. */
@NullMarked
package dev.assent.lab.role;

import org.jspecify.annotations.NullMarked;
