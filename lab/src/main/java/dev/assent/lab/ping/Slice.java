package dev.assent.lab.ping;

import java.util.Arrays;

/**
 * The client's measures in a short time. Immutable.
 *
 * @param calls how many were answered
 * @param nanos from the first call to the last reply
 * @param middleNanos of the call in the middle
 * @param slowNanos of the call that is slower than 99 of 100
 */
record Slice(long calls, long nanos, long middleNanos, long slowNanos) {
    /**
     * The order to call.
     *
     * @param threads that call
     * @param millis how long
     * @param inTransaction whether the calls of each thread are part of a transaction of its own
     */
    record Order(int threads, int millis, boolean inTransaction) {
        static Order parse(String text) {
            String[] words = text.split(" ");
            return new Order(Integer.parseInt(words[0]), Integer.parseInt(words[1]), Boolean.parseBoolean(words[2]));
        }

        String toText() {
            return threads + " " + millis + " " + inTransaction;
        }
    }

    static Slice parse(String text) {
        long[] numbers =
                Arrays.stream(text.split(" ")).mapToLong(Long::parseLong).toArray();
        return new Slice(numbers[0], numbers[1], numbers[2], numbers[3]);
    }

    String toText() {
        return calls + " " + nanos + " " + middleNanos + " " + slowNanos;
    }

    /** Calls a second, of all threads. */
    double perSecond() {
        return calls * 1e9 / nanos;
    }
}
