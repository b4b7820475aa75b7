package dev.assent.lab.ping;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Frames of many threads to one connection. If a thread finds another one writing, it leaves its frame there. The
 * writing thread then writes all frames that were left, with one call of the system.
 *
 * <p>Thread safety: all methods may be called by any thread. A caller of {@link #write} waits for its reply before the
 * next call. So there is never more to write than one frame for each of {@code callers}.
 */
final class BatchWriter {
    private final OutputStream out;
    private byte[] gathered;
    private byte[] spare;
    private int length;
    private boolean isWriting;

    BatchWriter(OutputStream out, int callers) {
        this.out = out;
        this.gathered = new byte[callers * Frames.BYTES];
        this.spare = new byte[callers * Frames.BYTES];
    }

    /** Hands over a frame, which the caller may use again at once. */
    void write(byte[] frame) throws IOException {
        synchronized (this) {
            System.arraycopy(frame, 0, gathered, length, Frames.BYTES);
            length += Frames.BYTES;
            if (isWriting) {
                return;
            }
            isWriting = true;
        }
        writeAll();
    }

    private void writeAll() throws IOException {
        while (true) {
            byte[] batch;
            int bytes;
            synchronized (this) {
                if (length == 0) {
                    isWriting = false;
                    return;
                }
                batch = gathered;
                bytes = length;
                gathered = spare;
                spare = batch;
                length = 0;
            }
            out.write(batch, 0, bytes);
        }
    }
}
