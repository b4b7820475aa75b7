package dev.assent.core.adapter;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Waits for an answer that comes through a callback. Has no state. */
public final class Awaited {
    private Awaited() {}

    /** Begins something that calls the callback once, on any thread, and waits for that. */
    public static <T> T of(Consumer<Consumer<T>> begin) {
        CompletableFuture<T> reply = new CompletableFuture<>();
        begin.accept(reply::complete);
        return reply.join();
    }
}
