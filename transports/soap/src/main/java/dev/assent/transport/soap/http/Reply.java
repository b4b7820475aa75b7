package dev.assent.transport.soap.http;

/** What became of something that was posted. Immutable. */
public sealed interface Reply {
    /**
     * There is an answer.
     *
     * @param status of HTTP
     * @param entity without bytes when there is no body
     * @param bytes that it takes on the connection
     */
    record Answered(int status, Entity entity, int bytes) implements Reply {}

    /**
     * There is none.
     *
     * @param mayHaveArrived whether any of it may have been sent
     */
    record Unanswered(boolean mayHaveArrived, Throwable cause) implements Reply {}
}
