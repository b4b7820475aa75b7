package dev.assent.lab.call;

/** The interface of the called object. */
@FunctionalInterface
public interface Adder {
    /** The number after it. */
    long next(long number);
}
