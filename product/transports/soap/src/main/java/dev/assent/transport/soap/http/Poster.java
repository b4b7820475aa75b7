package dev.assent.transport.soap.http;

import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpCaller.Posting;
import dev.assent.transport.soap.http.HttpCaller.Progress;
import java.util.function.Consumer;

/**
 * Sends requests of HTTP; {@link HttpCaller} does so over a network.
 *
 * <p>Thread safety: all methods may be called by any thread; none blocks.
 */
@FunctionalInterface
public interface Poster {
    /**
     * Sends a request. It is sent at most once, whatever happens. This waits for the answer without a limit; the caller
     * aborts it by the process's clock.
     *
     * @param progress hears of its progress
     * @param reply gets the result once, by any thread, perhaps before this returns
     */
    Posting post(Outgoing out, Progress progress, Consumer<Reply> reply);
}
