/** Programs of Narayana JTS, in processes of their own. */
@NullMarked
package dev.assent.interop.narayana;

import org.jspecify.annotations.NullMarked;
