package dev.assent.lab.network;

/**
 * The traffic of a network.
 *
 * @param messageBytes the bytes of messages alone, as papers count them; not a number when they were not counted
 * @param packets with those that only acknowledge; not a number when {@code messageBytes} is not a number
 */
public record Traffic(double messageBytes, double packets) {
    /** It was not counted. */
    public static final Traffic UNKNOWN = new Traffic(Double.NaN, Double.NaN);

    /** Nothing went over it. */
    public static final Traffic NONE = new Traffic(0, 0);

    /** Without a part of it: earlier traffic, or traffic that is counted apart. */
    public Traffic without(Traffic part) {
        return new Traffic(messageBytes - part.messageBytes, packets - part.packets);
    }

    /** Both together. */
    public Traffic and(Traffic other) {
        return new Traffic(messageBytes + other.messageBytes, packets + other.packets);
    }

    /** On average of so many iterations. */
    public Traffic averageOf(long iterations) {
        return new Traffic(messageBytes / iterations, packets / iterations);
    }
}
