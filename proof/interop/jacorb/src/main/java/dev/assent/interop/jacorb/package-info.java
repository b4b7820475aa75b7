/** Programs on JacORB, in processes of their own. */
@NullMarked
package dev.assent.interop.jacorb;

import org.jspecify.annotations.NullMarked;
