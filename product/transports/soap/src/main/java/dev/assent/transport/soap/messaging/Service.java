package dev.assent.transport.soap.messaging;

import java.util.function.Consumer;

/** Takes the messages for one path. Called by any thread; must not block it. */
@FunctionalInterface
public interface Service {
    /**
     * Takes a message.
     *
     * @param answer gets the answer once, by any thread, perhaps before this returns
     */
    void take(Received received, Consumer<Said> answer);
}
