package dev.assent.transport.soap.service;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.transport.soap.addressing.AddressingFault;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.http.Entity;
import dev.assent.transport.soap.http.MediaType;
import dev.assent.transport.soap.http.Receiver;
import dev.assent.transport.soap.messaging.Entities;
import dev.assent.transport.soap.value.Operations;
import dev.assent.transport.soap.value.ValueException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes calls of exported objects, each at the path of its name: SOAP 1.1 and 1.2, document/literal wrapped. The answer
 * goes on the connection. The WSDL of each object is at its path with {@code ?wsdl}.
 *
 * <p>Thread safety: safe to share.
 */
public final class ServiceFront implements Receiver {
    private static final int UNAVAILABLE = 503;

    private final Parts parts;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean isShut;

    /**
     * The parts that it uses.
     *
     * @param types the interfaces of objects, by their names; null for an unknown name
     * @param operations their methods
     * @param codec reads and writes messages within the limits of calls
     * @param callMillisMax how long a call may take
     */
    public record Parts(
            Desk desk,
            Contexts contexts,
            Function<String, @Nullable Class<?>> types,
            Operations operations,
            CallCodec codec,
            long callMillisMax) {}

    /** The front of a process. */
    public ServiceFront(Parts parts) {
        this.parts = parts;
    }

    /** Takes no more calls. */
    public void shut() {
        isShut = true;
    }

    /** Whether no call is under way. */
    public boolean isIdle() {
        return underWay.get() == 0;
    }

    // ---- GET

    @Override
    public Answer read(Asked asked) {
        String object = Paths.object(asked.path());
        Class<?> type = parts.types().apply(object);
        if (type == null || !asked.query().equalsIgnoreCase("wsdl")) {
            return Answer.NOT_FOUND;
        }
        String address = parts.desk().base().get() + asked.path();
        try {
            byte[] wsdl = new Wsdl(
                            type,
                            parts.operations(),
                            method -> parts.desk().inbound().need(object, method))
                    .write(address);
            return new Answer(200, new Entity("text/xml; charset=utf-8", wsdl));
        } catch (ValueException notCarried) {
            return Answer.NOT_FOUND;
        }
    }

    // ---- calls

    @Override
    public void receive(Posted posted, Consumer<Answer> answer) {
        Answering counted = new Answering(answer);
        try {
            take(posted, counted);
        } catch (Throwable bug) {
            counted.end(); // the calling code reports the bug
            throw bug;
        }
    }

    /** Counts a running call, until it is answered or can't be. */
    private final class Answering implements Consumer<Answer> {
        private final Consumer<Answer> answer;
        private final AtomicBoolean isEnded = new AtomicBoolean();

        Answering(Consumer<Answer> answer) {
            this.answer = answer;
            underWay.incrementAndGet(); // before the check whether the front is shut
        }

        @Override
        public void accept(Answer told) {
            try {
                answer.accept(told);
            } finally {
                end();
            }
        }

        void end() {
            if (isEnded.compareAndSet(false, true)) {
                underWay.decrementAndGet();
            }
        }
    }

    private void take(Posted posted, Consumer<Answer> counted) {
        MediaType type = MediaType.of(posted.entity().contentType());
        Envelope envelope;
        try {
            envelope = parts.codec().read(posted.entity().bytes(), type);
        } catch (FaultException refused) {
            counted.accept(parts.codec().fault(refused.version(), List.of(), refused.fault()));
            return;
        }
        if (!envelope.version().mediaType().equals(type.name())) {
            counted.accept(Entities.WRONG_TYPE);
            return;
        }
        ServiceVisit visit = new ServiceVisit(parts, envelope, posted, counted);
        if (isShut) {
            visit.refuse(UNAVAILABLE, AddressingFault.ENDPOINT_UNAVAILABLE.with(MESSAGES.closed()));
            return;
        }
        try {
            visit.call(Paths.object(posted.path()));
        } catch (FaultException refused) {
            visit.refuse(0, refused.fault());
        }
    }
}
