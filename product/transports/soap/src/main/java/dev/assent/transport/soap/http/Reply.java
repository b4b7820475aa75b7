package dev.assent.transport.soap.http;

/** The result of a request. Immutable. */
public sealed interface Reply {
    /**
     * An answer.
     *
     * @param status of HTTP
     * @param entity without bytes if there is no body
     * @param bytes its size on the connection
     */
    record Answered(int status, Entity entity, int bytes) implements Reply {}

    /**
     * No answer came.
     *
     * @param mayHaveArrived whether any byte of the request may have been sent
     */
    record Unanswered(boolean mayHaveArrived, Throwable cause) implements Reply {}
}
