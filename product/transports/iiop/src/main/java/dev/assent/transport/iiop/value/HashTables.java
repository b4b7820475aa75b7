package dev.assent.transport.iiop.value;

/** The numbers that hash sets and hash maps write: capacity and load factor. Pure functions. */
final class HashTables {
    /** The load factor of all tables that set no other. */
    static final float LOAD_FACTOR = 0.75f;

    private static final int CAPACITY_MIN = 16;

    private HashTables() {}

    /** The capacity for some elements: a power of two. */
    static int capacity(int count) {
        return Math.max(CAPACITY_MIN, Integer.highestOneBit((int) Math.min(1 << 29, count / LOAD_FACTOR)) << 1);
    }

    static void write(ValueOut out, int count) throws ValueException {
        out.putLong(capacity(count));
        out.putLong(Float.floatToRawIntBits(LOAD_FACTOR));
    }

    static void skip(ValueIn in) {
        in.takeLong();
        in.takeLong();
    }
}
