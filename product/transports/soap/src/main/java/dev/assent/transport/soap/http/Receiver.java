package dev.assent.transport.soap.http;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Takes the POST and GET requests of others. Called by any thread; must not block it. */
@FunctionalInterface
public interface Receiver {
    /**
     * Takes a POST with its whole body.
     *
     * @param answer gets the answer once, by any thread, perhaps before this returns
     */
    void receive(Posted posted, Consumer<Answer> answer);

    /** Answers a GET, such as for a WSDL. */
    default Answer read(Asked asked) {
        return Answer.NOT_FOUND;
    }

    /**
     * A POST.
     *
     * @param from the peer's address, for display
     * @param path the path, without a query
     * @param headers the values of the headers that a message uses, by their names in lower case: {@code soapaction},
     *     {@code cookie}
     * @param bytes its size on the connection
     * @param certified the subject of the peer's certificate; null for none
     */
    record Posted(
            String from,
            String path,
            Map<String, String> headers,
            Entity entity,
            int bytes,
            @Nullable String certified) {
        /** A POST of a peer without a certificate. */
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
     * A GET.
     *
     * @param query empty for none
     */
    record Asked(String path, String query) {}

    /**
     * An answer.
     *
     * @param status of HTTP
     * @param entity null for none
     * @param headers besides those of the entity
     * @param sent gets its size on the connection, once it is written
     */
    record Answer(int status, @Nullable Entity entity, Map<String, String> headers, IntConsumer sent) {
        /** The message is accepted, and the answer empty (SOAP 1.1 one-way; WS-I Basic Profile 1.2, section 4.7.9). */
        public static final Answer ACCEPTED = new Answer(202, null);
        /** Nothing has this path. */
        public static final Answer NOT_FOUND = new Answer(404, null);

        /** Copies the map. */
        public Answer {
            headers = Map.copyOf(headers);
        }

        /** An answer with the usual headers. */
        public Answer(int status, @Nullable Entity entity) {
            this(status, entity, Map.of(), unseen -> {});
        }

        /** This answer with another status. */
        public Answer of(int newStatus) {
            return new Answer(newStatus, entity, headers, sent);
        }

        /** This answer with other headers, and a listener for its sending. */
        public Answer with(Map<String, String> newHeaders, IntConsumer whenSent) {
            return new Answer(status, entity, newHeaders, whenSent);
        }
    }
}
