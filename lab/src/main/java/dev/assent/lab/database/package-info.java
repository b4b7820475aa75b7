/**
 * The databases in which servers keep their accounts, as the lab's experiments see them: each database joins by one
 * class.
 */
@NullMarked
package dev.assent.lab.database;

import org.jspecify.annotations.NullMarked;
