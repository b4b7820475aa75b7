/** Checks the formal model of commit, interposition and recovery. */
@NullMarked
package dev.assent.model;

import org.jspecify.annotations.NullMarked;
