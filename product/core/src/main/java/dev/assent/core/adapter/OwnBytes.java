package dev.assent.core.adapter;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Some of the bytes that this process has written to a file: its first bytes, the last forced ones, and the last ones
 * written since. If one of these is no longer in the file, or the length of the file differs, somebody has written to
 * it in place, for example with {@code cp} to restore a copy. The file's name and inode do not show that.
 *
 * <p>An older copy of a log segment lacks the last of these. A copy that is being written lacks it, too, or has other
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

        /** This range was written: this piece no longer knows its bytes there. */
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

    /** These bytes were written, from the buffer's position to its limit. */
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

    /** All written bytes are forced. */
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
