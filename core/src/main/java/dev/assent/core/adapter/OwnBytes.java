package dev.assent.core.adapter;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

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

    private record Piece(long offset, byte[] bytes) {
        static Piece of(long offset, ByteBuffer from, int at, int length) {
            byte[] bytes = new byte[length];
            from.get(at, bytes);
            return new Piece(offset, bytes);
        }

        boolean meets(long from, long to) {
            return offset < to && from < offset + bytes.length;
        }
    }

    private final FolderFile file;
    private final ByteBuffer found = ByteBuffer.allocate(BYTES_MAX);
    private long size = -1;
    private @Nullable Piece first;
    private @Nullable Piece forced;
    private @Nullable Piece last;

    OwnBytes(FolderFile file) {
        this.file = file;
    }

    /** These are written now, from its position to its limit. */
    void written(long offset, ByteBuffer from) throws IOException {
        int length = from.remaining();
        long end = offset + length;
        size = Math.max(size < 0 ? file.size() : size, end);
        first = kept(first, offset, end);
        forced = kept(forced, offset, end);
        int piece = Math.min(BYTES_MAX, length);
        if (offset == 0) {
            first = Piece.of(0, from, from.position(), piece);
        }
        last = Piece.of(end - piece, from, from.limit() - piece, piece);
    }

    private static @Nullable Piece kept(@Nullable Piece piece, long from, long to) {
        return piece != null && piece.meets(from, to) ? null : piece;
    }

    /** What was written is forced. */
    void forced() {
        forced = last;
    }

    /** Whether all of it is in the file. */
    boolean areThere() throws IOException {
        return size < 0
                || (size == file.size() && isThere(first) && isThere(forced) && (last == forced || isThere(last)));
    }

    private boolean isThere(@Nullable Piece piece) throws IOException {
        if (piece == null) {
            return true;
        }
        found.clear().limit(piece.bytes.length);
        try {
            file.read(piece.offset, found);
        } catch (EOFException shorter) {
            return false;
        }
        return found.flip().equals(ByteBuffer.wrap(piece.bytes));
    }
}
