/** Recovery: finishes what a crash or an unreachable resource left unfinished. Laws 7 and 9 to 12. */
@NullMarked
package dev.assent.core.recovery;

import org.jspecify.annotations.NullMarked;
