/**
 * Mutation testing: changes one instruction of a module at a time, runs the tests that reach it, and counts the
 * changes that no test notices (docs/guide/mutation.md). {@link dev.assent.mutation.Main} is the command.
 */
@NullMarked
package dev.assent.mutation;

import org.jspecify.annotations.NullMarked;
