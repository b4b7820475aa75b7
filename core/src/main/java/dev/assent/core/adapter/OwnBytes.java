package dev.assent.core.adapter;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Some of what this process has written to a file: its first bytes, the last ones of what was forced, and the last ones of
 * what was written since. When one of these is not in the file any more, or the file is shorter or longer, somebody has
 * written to it in place, as one who restores a copy with {@code cp}. The name of the file and its inode do not show that.
 *
 * <p>An older copy of a segment of a log lacks the last of these. A copy that is being written lacks it, too, or has other
 * bytes at the beginning: the first sector of a segment names its generation and life.
 *
 * <p>Thread safety: none, as its file.
 */
final class OwnBytes {
    /** One sector of a segment. */
    private static final int BYTES_MAX = 512;

    private static final class Piece {
        private final byte[] bytes = new byte[BYTES_MAX];
        private long offset;
        private int length;

        /** The bytes of {@code from} that begin at this index, written to this offset of the file. */
        void set(long newOffset, ByteBuffer from, int at, int newLength) {
            offset = newOffset;
            length = newLength;
            from.get(at, bytes, 0, newLength);
        }

        /** These were written: what this piece has of them is not known any more. */
        void dropIfMet(long from, long to) {
            if (offset < to && from < offset + length) {
                length = 0;
            }
        }
    }

    private final FolderFile file;
    private final ByteBuffer found = ByteBuffer.allocate(BYTES_MAX);
    private long size = -1;
    private final Piece first = new Piece();
    private Piece forced = new Piece();
    private Piece last = new Piece();

    OwnBytes(FolderFile file) {
        this.file = file;
    }

    /** These are written now, from its position to its limit. */
    void written(long offset, ByteBuffer from) throws IOException {
        int length = from.remaining();
        long end = offset + length;
        size = Math.max(size < 0 ? file.size() : size, end);
        first.dropIfMet(offset, end);
        forced.dropIfMet(offset, end);
        int piece = Math.min(BYTES_MAX, length);
        if (offset == 0) {
            first.set(0, from, from.position(), piece);
        }
        last.set(end - piece, from, from.limit() - piece, piece);
    }

    /** What was written is forced. */
    void forced() {
        if (last.length > 0) {
            Piece before = forced;
            forced = last;
            last = before;
            last.length = 0;
        }
    }

    /** Whether all of it is in the file. */
    boolean areThere() throws IOException {
        return size < 0 || (size == file.size() && isThere(first) && isThere(forced) && isThere(last));
    }

    private boolean isThere(Piece piece) throws IOException {
        if (piece.length == 0) {
            return true;
        }
        found.clear().limit(piece.length);
        try {
            file.read(piece.offset, found);
        } catch (EOFException shorter) {
            return false;
        }
        return Arrays.equals(found.array(), 0, piece.length, piece.bytes, 0, piece.length);
    }
}
