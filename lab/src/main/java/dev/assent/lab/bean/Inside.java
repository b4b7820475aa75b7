package dev.assent.lab.bean;

/** Code inside of a server that begins and ends transactions there, for the third experiment. */
public interface Inside {
    /**
     * Creates an empty transaction, and commits it.
     *
     * @return how long each took, in nanoseconds
     */
    long[] demarcate();
}
