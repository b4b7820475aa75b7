/** The hosts that roles run on: namespaces of Linux, a cable between them, processors, and a relay that stands for a WAN. */
@NullMarked
package dev.assent.lab.network;

import org.jspecify.annotations.NullMarked;
