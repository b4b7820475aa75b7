/**
 * "On the Performance of Transactional Remote Invocations over Commonly Used Transports" (Silva Neto, Reverbel; 2008): its
 * four experiments, and the one that it announces.
 */
@NullMarked
package dev.assent.lab.invocations;

import org.jspecify.annotations.NullMarked;
