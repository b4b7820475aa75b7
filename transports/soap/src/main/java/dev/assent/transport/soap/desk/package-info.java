/** What all services of the protocols share: whom they ask, where they are, how they send and refuse. */
@NullMarked
package dev.assent.transport.soap.desk;

import org.jspecify.annotations.NullMarked;
