/** Narayana's JTS, another maker's transaction service over CORBA, as a peer in the experiments. */
@NullMarked
package dev.assent.lab.jts;

import org.jspecify.annotations.NullMarked;
