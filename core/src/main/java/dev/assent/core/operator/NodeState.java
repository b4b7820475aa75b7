package dev.assent.core.operator;

/**
 * How a node is doing, as an operator is told. Immutable.
 *
 * @param text for people: whether it runs
 * @param isOpening whether its resources are still being opened, so that not all of them can be asked
 */
public record NodeState(String text, boolean isOpening) {}
