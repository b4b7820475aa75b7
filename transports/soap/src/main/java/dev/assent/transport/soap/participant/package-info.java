/** The subordinates of this node as participants of others: what coordinators ask them, and what they tell and ask those. */
@NullMarked
package dev.assent.transport.soap.participant;

import org.jspecify.annotations.NullMarked;
