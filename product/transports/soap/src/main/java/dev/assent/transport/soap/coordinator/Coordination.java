package dev.assent.transport.soap.coordinator;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.messaging.Service;
import dev.assent.transport.soap.reference.OwnReference;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The services of a coordinator, connected.
 *
 * <p>Thread safety: safe to share.
 */
public final class Coordination {
    private final CompletionService completion;
    private final Participants participants;
    private final Map<String, Service> services;

    /** The services at a desk. */
    public Coordination(Desk desk, Contexts contexts) {
        completion = new CompletionService(desk);
        participants = new Participants(desk);
        services = Map.of(
                Desk.ACTIVATION,
                new ActivationService(desk, contexts, completion),
                Desk.REGISTRATION,
                new RegistrationService(desk, completion, participants),
                Desk.COMPLETION,
                completion,
                Desk.COORDINATOR,
                participants);
    }

    /** The services by their paths. */
    public Map<String, Service> services() {
        return services;
    }

    /**
     * Asks a participant, or tells an initiator.
     *
     * @param reference the one that this process gave to it
     * @param millis how long to wait for its answer
     * @param reply gets the answer once, by any thread, perhaps before this returns
     */
    public void ask(
            EndpointReference place, OwnReference reference, Request request, long millis, Consumer<Response> reply) {
        if (reference.kind() == Kind.COMPLETION && request instanceof Request.Completed completed) {
            completion.completed(reference, completed.outcome());
            reply.accept(new Response.Answered(Answer.DONE));
        } else {
            participants.ask(place, reference, request, millis, reply);
        }
    }

    /** Repeats messages without an answer, and ends those whose time is over. */
    public void tick() {
        participants.tick();
    }

    /** The number of known participants elsewhere. */
    public int participants() {
        return participants.size();
    }

    /** Whether no message waits for its answer. */
    public boolean isIdle() {
        return participants.isIdle();
    }

    /** Ends all waiting messages without an answer. */
    public void close() {
        participants.close();
    }
}
