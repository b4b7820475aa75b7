package dev.assent.transport.soap.http;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * What follows the headers of a request, and asks before the first byte of all whether it may be sent still: Jetty
 * reads it before it writes the headers, by the same thread, and writes none when that fails.
 *
 * <p>To abort the request when it begins is not enough: who gave it up may be about to abort it, by another thread, and
 * then a second abort does nothing, while the first one is late.
 *
 * <p>Thread safety: read by the thread that sends it; all other methods may be called by any thread.
 */
final class AskingContent extends BytesRequestContent {
    private final BooleanSupplier mayBeSent;
    private boolean isAsked;

    /** What has no body, nor headers that tell of one. */
    AskingContent(BooleanSupplier mayBeSent) {
        this(mayBeSent, null);
    }

    /**
     * What has a body.
     *
     * @param mayBeSent asked once
     */
    AskingContent(BooleanSupplier mayBeSent, @Nullable String contentType, byte[]... body) {
        super(contentType, body);
        this.mayBeSent = mayBeSent;
    }

    @Override
    public long getLength() {
        return getByteBuffers().isEmpty() ? -1 : super.getLength();
    }

    @Override
    public Content.Chunk read() {
        if (!isAsked) {
            isAsked = true;
            if (!mayBeSent.getAsBoolean()) {
                fail(new CancellationException("given up before it was sent"));
            }
        }
        return super.read();
    }
}
