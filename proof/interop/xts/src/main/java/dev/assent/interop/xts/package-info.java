/** Programs of Narayana XTS, in processes of their own. */
@NullMarked
package dev.assent.interop.xts;

import org.jspecify.annotations.NullMarked;
