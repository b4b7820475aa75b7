package dev.assent.lab.call;

/** What is called. */
@FunctionalInterface
public interface Adder {
    /** The number after it. */
    long next(long number);
}
