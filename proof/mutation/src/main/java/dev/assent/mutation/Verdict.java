package dev.assent.mutation;

/** What became of a mutant. */
enum Verdict {
    /** A test failed. */
    KILLED("killed"),
    /** A test took much longer than without the mutant. */
    TIMED_OUT("killed by time"),
    /** All tests that run the line passed. */
    SURVIVED("survived"),
    /** No test runs the line. */
    NOT_COVERED("not covered");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }

    /** Whether the tests noticed. */
    boolean isKilled() {
        return this == KILLED || this == TIMED_OUT;
    }
}
