package dev.assent.transport.soap.http;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * The content of a request, which asks before the first byte whether the request may still be sent. Jetty reads the
 * content before it writes the headers, by the same thread, and writes none if that fails.
 *
 * <p>To abort the request when it begins is not enough: another thread may be about to abort it. Then a second abort
 * does nothing, while the first one comes too late.
 *
 * <p>Thread safety: read by the sending thread; all other methods may be called by any thread.
 */
final class AskingContent extends BytesRequestContent {
    private final BooleanSupplier mayBeSent;
    private boolean isAsked;

    /** Without a body, and without headers of one. */
    AskingContent(BooleanSupplier mayBeSent) {
        this(mayBeSent, null);
    }

    /**
     * With a body.
     *
     * @param mayBeSent called once
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
