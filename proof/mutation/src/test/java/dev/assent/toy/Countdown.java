package dev.assent.toy;

/** A loop that a mutant makes endless. Pure functions. */
final class Countdown {
    private Countdown() {}

    static boolean ends(long from) {
        long left = from;
        while (left > 0) {
            left = left - 1;
        }
        return true;
    }
}
