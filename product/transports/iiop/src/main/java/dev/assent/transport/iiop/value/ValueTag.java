package dev.assent.transport.iiop.value;

/** The tags that begin and end values (CORBA 3.0, section 15.3.4). Pure functions. */
final class ValueTag {
    /** A null value. */
    static final int NULL = 0;

    /** An earlier value or text; an offset follows. */
    static final int INDIRECTION = -1;

    /** The least value tag; a smaller number above 0 is the length of a chunk. */
    static final int MIN = 0x7FFFFF00;

    private static final int CODEBASE = 1;
    private static final int TYPES = 6;
    private static final int CHUNKED = 8;

    /** One repository id follows. */
    static final int ONE_TYPE = 2;

    /** A list of repository ids follows. */
    static final int LIST_OF_TYPES = 6;

    private ValueTag() {}

    /** The tag of a value with its repository id. */
    static int of(boolean isChunked) {
        return MIN | ONE_TYPE | (isChunked ? CHUNKED : 0);
    }

    static boolean isValue(int tag) {
        return tag >= MIN; // up to the largest number
    }

    static boolean hasCodebase(int tag) {
        return (tag & CODEBASE) != 0;
    }

    /** 0, {@link #ONE_TYPE} or {@link #LIST_OF_TYPES}. */
    static int types(int tag) {
        return tag & TYPES;
    }

    static boolean isChunked(int tag) {
        return (tag & CHUNKED) != 0;
    }
}
