package dev.assent.transport.soap.http;

import java.io.ByteArrayOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Reads the body of a request as it comes, whole within a limit, or to discard it. An announced length costs no memory
 * before the bytes have come.
 *
 * <p>Used by one thread at a time.
 */
final class RequestBody implements Invocable.Task {
    private final Request request;
    private final long bytesMax;
    private final Reader reader;
    private final boolean isKept;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long bytes;

    /** Gets one of three calls, once. */
    interface Reader {
        /** The whole body has come; empty if it was to be discarded. */
        void whole(byte[] body);

        /** The body is larger than the limit; the rest is not read. */
        void tooLarge();

        /** The rest of the body does not come. */
        void failed(Throwable failure);
    }

    private RequestBody(Request request, long bytesMax, boolean isKept, Reader reader) {
        this.request = request;
        this.bytesMax = bytesMax;
        this.isKept = isKept;
        this.reader = reader;
    }

    /** Reads it whole. */
    static void read(Request request, int bytesMax, Reader reader) {
        new RequestBody(request, bytesMax, true, reader).run();
    }

    /**
     * Reads and discards the rest, so that a peer that still writes gets the answer and not a reset of the connection
     * (RFC 9112, section 9.6). A peer that waits for 100 Continue sends nothing more.
     *
     * @param then runs when the rest has come, is larger than the limit, or does not come
     */
    static void drain(Request request, long bytesMax, Runnable then) {
        if (request.getHeaders().contains(HttpHeader.EXPECT)) {
            then.run();
            return;
        }
        Reader reader = new Reader() {
            @Override
            public void whole(byte[] nothing) {
                then.run();
            }

            @Override
            public void tooLarge() {
                then.run();
            }

            @Override
            public void failed(Throwable gone) {
                then.run();
            }
        };
        new RequestBody(request, bytesMax, false, reader).run();
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.BLOCKING; // on a thread that no other connection waits for
    }

    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                reader.failed(chunk.getFailure());
                return;
            }
            boolean isLast = chunk.isLast();
            take(chunk);
            if (bytes > bytesMax) {
                reader.tooLarge();
                return;
            }
            if (isLast) {
                reader.whole(kept.toByteArray());
                return;
            }
        }
    }

    private void take(Content.Chunk chunk) {
        bytes += chunk.remaining();
        if (isKept && bytes <= bytesMax) {
            byte[] part = new byte[chunk.remaining()];
            chunk.getByteBuffer().get(part);
            kept.writeBytes(part);
        }
        chunk.release();
    }
}
