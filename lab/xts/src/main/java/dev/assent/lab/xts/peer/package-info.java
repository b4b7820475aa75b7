/** Programs of Narayana's XTS, as its users write them; nothing of the lab is known here. */
@NullMarked
package dev.assent.lab.xts.peer;

import org.jspecify.annotations.NullMarked;
