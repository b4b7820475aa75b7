/** The subordinates of this node as participants of coordinators elsewhere, and the messages between them. */
@NullMarked
package dev.assent.transport.soap.participant;

import org.jspecify.annotations.NullMarked;
