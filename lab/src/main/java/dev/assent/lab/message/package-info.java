/** The messages for people of the lab. */
@NullMarked
package dev.assent.lab.message;

import org.jspecify.annotations.NullMarked;
