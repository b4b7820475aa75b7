package dev.assent.transport.iiop.value;

import org.omg.CORBA.portable.InputStream;

/**
 * Reads the frame of values: how they are nested, and the chunks that their items come in (CORBA 3.0, section
 * 15.3.4.6). The end of a chunked value can be found without knowing its type, so such values can be skipped.
 *
 * <p>Not thread-safe.
 */
final class ChunksIn {
    private static final int NO_CHUNK = -1;

    private final CountedIn in;
    private final HeadsIn heads;
    private final int depthMax;

    /** How many values have begun and not ended. */
    private int depth;

    /** How many of them are chunked. */
    private int chunkedDepth;

    private boolean isChunked;

    /** The end of the chunk that is being read; {@link #NO_CHUNK} between two chunks. */
    private int chunkEnd = NO_CHUNK;

    /** If the last end tag has ended more than one value, the outermost depth that it has ended; 0 for none. */
    private int endedDepth;

    ChunksIn(CountedIn in, HeadsIn heads, int depthMax) {
        this.in = in;
        this.heads = heads;
        this.depthMax = depthMax;
    }

    /** Begins an item of so many bytes, which the caller then reads from the stream; in a chunk if values are chunked. */
    InputStream begin(int align, int bytes) {
        if (isChunked && (chunkEnd == NO_CHUNK || in.at() == chunkEnd)) {
            beginChunk(in.takeLong());
        }
        InputStream stream = in.begin(align, bytes);
        if (isChunked && in.at() > chunkEnd) {
            throw ValueIn.refused("a chunk ends inside of an item");
        }
        return stream;
    }

    /** A long, in a chunk if values are chunked. */
    int takeLong() {
        return begin(Integer.BYTES, Integer.BYTES).read_long();
    }

    private void beginChunk(int length) {
        if (length <= 0 || length >= ValueTag.MIN || endedDepth != 0) {
            throw ValueIn.refused("a value ends before its last item");
        }
        if (length > in.left()) {
            throw in.tooLong(length);
        }
        chunkEnd = in.at() + length;
    }

    /** The tag of a value. Inside of a chunk only null and references to earlier values are allowed. */
    int takeTag() {
        if (!isChunked) {
            return in.takeLong();
        }
        if (chunkEnd != NO_CHUNK && in.at() != chunkEnd) {
            return inside(takeLong());
        }
        int word = in.takeLong();
        if (ValueTag.isValue(word) && endedDepth == 0) {
            chunkEnd = NO_CHUNK;
            return word;
        }
        beginChunk(word);
        return inside(takeLong());
    }

    private static int inside(int tag) {
        if (tag != ValueTag.NULL && tag != ValueTag.INDIRECTION) {
            throw ValueIn.refused("a value begins inside of a chunk, or has no value tag");
        }
        return tag;
    }

    /**
     * Enters the state of a value.
     *
     * @return whether the value around it is chunked, for {@link #leave}
     */
    boolean enter(int tag) {
        if (depth == depthMax) {
            throw ValueIn.refused("values are nested more than " + depthMax + " deep");
        }
        boolean wasChunked = isChunked;
        isChunked = ValueTag.isChunked(tag);
        if (wasChunked && !isChunked) {
            throw ValueIn.refused("a value is not chunked, and the one around it is");
        }
        depth++;
        if (isChunked) {
            chunkedDepth++;
            chunkEnd = NO_CHUNK;
        }
        return wasChunked;
    }

    /** Leaves it: skips what is left of it up to its end. */
    void leave(boolean wasChunked) {
        if (isChunked) {
            end();
            chunkedDepth--;
            chunkEnd = NO_CHUNK;
        }
        depth--;
        isChunked = wasChunked;
    }

    /** Reads up to the tag that ends the innermost value, and skips the data before it. */
    private void end() {
        int ended = endedDepth;
        while (ended == 0) {
            if (chunkEnd != NO_CHUNK) {
                in.skip(chunkEnd - in.at());
                chunkEnd = NO_CHUNK;
            }
            int word = in.takeLong();
            if (ValueTag.isValue(word)) {
                skipValue(word);
                ended = endedDepth;
            } else if (word > 0) {
                beginChunk(word);
            } else if (word < -chunkedDepth || word == 0) {
                throw ValueIn.refused("end tag " + word + " is not allowed; -1 to -" + chunkedDepth + " are");
            } else {
                ended = -word;
            }
        }
        endedDepth = ended < chunkedDepth ? ended : 0;
    }

    /** Skips a value of any type. Only the end of a chunked value can be found. */
    void skipValue() {
        int tag = takeTag();
        if (tag == ValueTag.INDIRECTION) {
            takeLong();
        } else if (tag != ValueTag.NULL) {
            skipValue(tag);
        }
    }

    private void skipValue(int tag) {
        heads.take(tag);
        checkChunked(tag);
        leave(enter(tag));
    }

    private static void checkChunked(int tag) {
        if (!ValueTag.isChunked(tag)) {
            throw ValueIn.refused("a value is not chunked, so its end can't be found");
        }
    }

    /** Enters the value of its own that has the rest of a custom state (stream format 2); false if there is none. */
    boolean enterMore() {
        int tag = takeTag();
        if (tag == ValueTag.NULL) {
            return false;
        }
        heads.take(tag);
        checkChunked(tag);
        if (!enter(tag)) {
            throw ValueIn.refused("the custom state of a class is in a value that is not chunked");
        }
        return true;
    }

    /** Leaves that value. */
    void leaveMore() {
        leave(true);
    }
}
