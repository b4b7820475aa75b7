/**
 * A superior's view of its subordinates in other processes: the calls that make them, their registrations and
 * inquiries, and each as a participant of a transaction of this node.
 */
@NullMarked
package dev.assent.remote.superior;

import org.jspecify.annotations.NullMarked;
