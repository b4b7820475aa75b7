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
 * A coordinator in another process, as one of its clients asks it.
 *
 * <p>Thread safety: safe to share.
 *
 * @param process where it is, with the path of its Activation service if that is another than ours
 */
record RemoteCoordinator(Desk desk, HttpUrl process) {
    /**
     * A question.
     *
     * @param meant the same in words of the ports
     */
    record Question(EndpointReference to, ProtocolMessage message, Object meant) {}

    /**
     * Asks, and waits for what is said on the connection.
     *
     * @param heard is told that, or
     * @param lost that there is none; one of the two, once
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
     * Who was called may say where it is called further in its own process; anywhere else must be allowed (law 22).
     *
     * @throws IllegalArgumentException when it is not
     */
    void checkPlace(EndpointReference place) {
        HttpUrl url = HttpUrl.of(place.address());
        if (!url.process().equals(process.process()) && !desk.mayCall(place)) {
            throw new IllegalArgumentException(MESSAGES.addressNotAllowed(ShownAddress.of(url.address())));
        }
    }

    /** It does not do what it was asked to. */
    static Response refused(Heard heard) {
        return Response.Refused.state(MESSAGES.notHeard(heard));
    }
}
