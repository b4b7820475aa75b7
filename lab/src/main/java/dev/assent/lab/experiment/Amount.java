package dev.assent.lab.experiment;

/**
 * How often something is done.
 *
 * @param warmUp not measured
 * @param measured after that
 */
public record Amount(int warmUp, int measured) {
    /** A quick run warms up for longer than it measures: a JVM needs that whatever is wanted of it. */
    private static final int QUICK_DIVISOR = 10;

    /** As many as a form wants, of these that were published. */
    public Amount in(Form form) {
        return form == Form.PUBLISHED ? this : new Amount(warmUp / 2, measured / QUICK_DIVISOR);
    }
}
