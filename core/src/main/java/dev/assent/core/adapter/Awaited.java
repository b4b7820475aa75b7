package dev.assent.core.adapter;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Waits for an answer that comes by a reply. Has no state. */
public final class Awaited {
    private Awaited() {}

    /** Begins something that replies once, on any thread, and waits for the reply. */
    public static <T> T of(Consumer<Consumer<T>> begin) {
        CompletableFuture<T> reply = new CompletableFuture<>();
        begin.accept(reply::complete);
        return reply.join();
    }
}
