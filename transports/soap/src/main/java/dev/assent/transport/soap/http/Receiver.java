package dev.assent.transport.soap.http;

import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes what others post. Called by any thread, which must not be kept. */
@FunctionalInterface
public interface Receiver {
    /**
     * Takes a body that has come whole.
     *
     * @param answer is told once what is answered, by any thread, also before this returns
     */
    void receive(Posted posted, Consumer<Answer> answer);

    /**
     * What was posted.
     *
     * @param from the address of who has connected, for people
     * @param path where to, without a query
     * @param soapAction the value of the header SOAPAction
     */
    record Posted(String from, String path, Optional<String> soapAction, Entity entity) {}

    /**
     * What is answered.
     *
     * @param status of HTTP
     * @param entity null for none
     */
    record Answer(int status, @Nullable Entity entity) {
        /** It is taken, and there is nothing to say (SOAP 1.1 one-way; WS-I Basic Profile 1.2, section 4.7.9). */
        public static final Answer ACCEPTED = new Answer(202, null);
    }
}
