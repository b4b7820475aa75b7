package dev.assent.lab.role;

/**
 * What went over a network.
 *
 * @param messageBytes the bytes of messages alone, as papers count them; not a number when they were not counted
 * @param packets with those that only acknowledge; not a number when {@code messageBytes} is none
 */
public record Traffic(double messageBytes, double packets) {
    /** It was not counted. */
    public static final Traffic UNKNOWN = new Traffic(Double.NaN, Double.NaN);

    static final Traffic NONE = new Traffic(0, 0);

    /** What has gone over it since. */
    Traffic since(Traffic before) {
        return new Traffic(messageBytes - before.messageBytes, packets - before.packets);
    }

    /** Both together. */
    Traffic and(Traffic other) {
        return new Traffic(messageBytes + other.messageBytes, packets + other.packets);
    }

    /** On average of so many iterations. */
    public Traffic averageOf(long iterations) {
        return new Traffic(messageBytes / iterations, packets / iterations);
    }
}
