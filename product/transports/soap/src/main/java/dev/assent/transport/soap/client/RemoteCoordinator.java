package dev.assent.transport.soap.client;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.Response;
import dev.assent.remote.message.ShownAddress;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.ProtocolMessage;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.messaging.Exchanges.Waiter;
import dev.assent.transport.soap.messaging.Outbox;
import dev.assent.transport.soap.messaging.Outbox.Heard;
import java.util.function.Consumer;

/**
 * A coordinator in another process, for its clients.
 *
 * <p>Thread safety: safe to share.
 *
 * @param process its address, with the path of its Activation service if that differs from Assent's
 */
record RemoteCoordinator(Desk desk, HttpUrl process) {
    /**
     * A request.
     *
     * @param meant its meaning as a request of {@code dev.assent.remote}
     */
    record Question(EndpointReference to, ProtocolMessage message, Object meant) {}

    /**
     * Sends a request, and waits for the answer on the connection. Calls one of the two consumers, once.
     *
     * @param heard gets the answer
     * @param lost hears that there is none
     */
    void ask(Question question, long millis, Consumer<Heard> heard, Consumer<Response.Unanswered> lost) {
        Addressing addressing = Addressing.to(question.to(), question.message().action())
                .identified(Outbox.identity())
                .answeredAt(EndpointReference.ANONYMOUS);
        Waiter<Runnable> waiter = new Waiter<>(
                millis,
                Runnable::run,
                (mayHaveArrived, cause) -> () -> lost.accept(new Response.Unanswered(mayHaveArrived, cause)));
        try {
            desk.outbox()
                    .ask(addressing, question.message(), question.meant(), waiter, said -> () -> heard.accept(said));
        } catch (IllegalArgumentException nowhere) {
            lost.accept(new Response.Unanswered(false, nowhere));
        }
    }

    /**
     * A called process may name other addresses of itself; any other address must be allowed (law 22).
     *
     * @throws IllegalArgumentException if it is not
     */
    void checkPlace(EndpointReference place) {
        HttpUrl url = HttpUrl.of(place.address());
        if (!url.process().equals(process.process()) && !desk.mayCall(place)) {
            throw new IllegalArgumentException(MESSAGES.addressNotAllowed(ShownAddress.of(url.address())));
        }
    }

    /** The response for a refused request. */
    static Response refused(Heard heard) {
        return Response.Refused.state(MESSAGES.notHeard(heard));
    }
}
