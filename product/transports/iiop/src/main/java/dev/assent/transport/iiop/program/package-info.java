/** CORBA programs on the ORB of a node: the policies of their object adapters, their requests, and Current. */
@NullMarked
package dev.assent.transport.iiop.program;

import org.jspecify.annotations.NullMarked;
