package dev.assent.transport.soap.http;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Takes what others post, and ask for. Called by any thread, which must not be kept. */
@FunctionalInterface
public interface Receiver {
    /**
     * Takes a body that has come whole.
     *
     * @param answer is told once what is answered, by any thread, also before this returns
     */
    void receive(Posted posted, Consumer<Answer> answer);

    /** Answers who asks for something that is only read (GET), such as a WSDL. */
    default Answer read(Asked asked) {
        return Answer.NOT_FOUND;
    }

    /**
     * What was posted.
     *
     * @param from the address of who has connected, for people
     * @param path where to, without a query
     * @param headers the values of those that a message has beside its own, by their names in lower case: {@code soapaction},
     *     {@code cookie}
     * @param bytes that it takes on the connection
     * @param certified the subject of the certificate that who has connected has shown; null for none
     */
    record Posted(
            String from,
            String path,
            Map<String, String> headers,
            Entity entity,
            int bytes,
            @Nullable String certified) {
        /** Without a certificate. */
        public Posted(String from, String path, Map<String, String> headers, Entity entity, int bytes) {
            this(from, path, headers, entity, bytes, null);
        }

        /** Copies the map. */
        public Posted {
            headers = Map.copyOf(headers);
        }

        /** The value of a header; {@code name} in lower case. */
        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }
    }

    /**
     * What is asked for.
     *
     * @param query empty for none
     */
    record Asked(String path, String query) {}

    /**
     * What is answered.
     *
     * @param status of HTTP
     * @param entity null for none
     * @param headers besides those of the entity
     * @param sent is told how many bytes it takes on the connection, once it is written
     */
    record Answer(int status, @Nullable Entity entity, Map<String, String> headers, IntConsumer sent) {
        /** It is taken, and there is nothing to say (SOAP 1.1 one-way; WS-I Basic Profile 1.2, section 4.7.9). */
        public static final Answer ACCEPTED = new Answer(202, null);
        /** Nothing is there. */
        public static final Answer NOT_FOUND = new Answer(404, null);

        /** Copies the map. */
        public Answer {
            headers = Map.copyOf(headers);
        }

        /** One with the usual headers. */
        public Answer(int status, @Nullable Entity entity) {
            this(status, entity, Map.of(), unseen -> {});
        }

        /** The same with another status. */
        public Answer of(int newStatus) {
            return new Answer(newStatus, entity, headers, sent);
        }

        /** The same with other headers, and somebody who is told when it is sent. */
        public Answer with(Map<String, String> newHeaders, IntConsumer whenSent) {
            return new Answer(status, entity, newHeaders, whenSent);
        }
    }
}
