package dev.assent.transport.soap.messaging;

import java.util.function.Consumer;

/** Takes the messages that are sent to one path. Called by any thread, which must not be kept. */
@FunctionalInterface
public interface Service {
    /**
     * Takes a message.
     *
     * @param answer is told once what there is to say, by any thread, also before this returns
     */
    void take(Received received, Consumer<Said> answer);
}
