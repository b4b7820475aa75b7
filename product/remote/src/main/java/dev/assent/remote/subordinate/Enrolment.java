package dev.assent.remote.subordinate;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.foreign.Telling;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.transport.Transport.Feature;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Registers the subordinate here with its superior by messages of their own, where no reply can do it:
 *
 * <ul>
 *   <li>over a wire whose replies carry no registration, before the first reply goes. If the answer is lost, the
 *       transaction can only roll back, and the reply says so;
 *   <li>if a caller other than the superior has brought synchronizations, here or further down (a diamond), so that the
 *       superior runs them before phase one (law 19). A superior that hears this first tells its own superior. So the
 *       root knows before the answer comes.
 * </ul>
 *
 * <p>One message is under way at a time, so no wire must tell a second registration from the first. A caller that comes
 * meanwhile waits for the next message; no thread waits. A superior that has yet to ask for synchronizations is not
 * told of more: some would ask once for each message.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Enrolment {
    private final RemoteSuperior superior;

    /** The news for the next message, each with its caller. */
    private List<Word> waiting = new ArrayList<>(1);

    private boolean isKnown;
    private boolean isAsking;

    /** How many messages were sent to the superior. */
    private int told;

    /** Whether the superior knows of synchronizations and has not asked for them since. */
    private boolean isToAsk;

    private record Word(boolean isOfSynchronizations, Consumer<@Nullable Throwable> whenDone) {}

    /** An enrolment with a superior that knows nothing yet. */
    Enrolment(RemoteSuperior superior) {
        this.superior = superior;
    }

    /** The registration of the subordinate here. */
    static Registration registration(GlobalTransaction engine, String address, boolean hasSynchronizations) {
        BranchRef branch = new BranchRef(engine.id(), Objects.requireNonNull(engine.incarnation()));
        Set<Interest> interests = EnumSet.of(Interest.COMPLETION);
        if (hasSynchronizations) {
            interests.add(Interest.BEFORE_COMPLETION);
        }
        return new Registration(branch, address, interests);
    }

    /**
     * Tells the superior, if a transaction has one, that there are synchronizations to run here or further down. If the
     * superior got such a message before, only waits until it has answered that one.
     *
     * @param isNews whether the superior does not know it yet
     * @param whenDone gets, once, the cause if that fails, and null if it is done; by any thread, also before this
     *     returns
     */
    public static void announce(GlobalTransaction engine, boolean isNews, Consumer<@Nullable Throwable> whenDone) {
        Subordinate subordinate = engine.subordinate();
        if (subordinate != null
                && subordinate.superior() instanceof RemoteSuperior remote
                && remote.can(Feature.SYNCHRONIZATIONS)) {
            remote.enrolment().tell(engine, isNews, whenDone);
        } else {
            whenDone.accept(null);
        }
    }

    /**
     * Registers the subordinate, if that is not done yet. If it fails, the transaction can only roll back.
     *
     * @param isOfSynchronizations whether the superior must ask for synchronizations
     * @param whenDone as for {@link #announce}
     */
    void tell(GlobalTransaction engine, boolean isOfSynchronizations, Consumer<@Nullable Throwable> whenDone) {
        synchronized (this) {
            waiting.add(new Word(isOfSynchronizations, whenDone));
        }
        tellNext(engine);
    }

    private void tellNext(GlobalTransaction engine) {
        List<Word> words = take();
        if (words.isEmpty()) {
            return;
        }
        Request.Register next = next(engine, words.stream().anyMatch(Word::isOfSynchronizations));
        if (next == null) {
            told(engine, words, null);
            return;
        }
        superior.peers().ask(superior.ref().address(), next, response -> {
            @Nullable Throwable failure = hear(engine, response);
            if (failure != null) {
                giveUp(engine, failure);
            }
            told(engine, words, failure);
        });
    }

    /** The message with the news for the superior; null if it knows everything. */
    private Request.@Nullable Register next(GlobalTransaction engine, boolean isOfSynchronizations) {
        boolean isRepeated;
        boolean isToBeAsked;
        int number;
        synchronized (this) {
            isRepeated = isKnown;
            isToBeAsked = isOfSynchronizations && !isToAsk;
            if (isRepeated && !isToBeAsked) {
                return null;
            }
            isToAsk |= isToBeAsked; // before the message goes: the superior may ask before its answer arrives
            number = ++told;
        }
        Registration registration = registration(engine, superior.selfAddress(null), isToBeAsked);
        return new Request.Register(superior.ref().name(), registration, isRepeated, number);
    }

    /** Notes that the superior asks for synchronizations: it must hear of those that come from now on. */
    synchronized void asked() {
        isToAsk = false;
    }

    /** The news for the next message; empty while another message is under way. */
    private synchronized List<Word> take() {
        if (isAsking || waiting.isEmpty()) {
            return List.of();
        }
        isAsking = true;
        List<Word> taken = waiting;
        waiting = new ArrayList<>(1);
        return taken;
    }

    private synchronized boolean isKnown() {
        return isKnown;
    }

    private void told(GlobalTransaction engine, List<Word> words, @Nullable Throwable failure) {
        synchronized (this) {
            isAsking = false;
        }
        try {
            Telling.all(words, each -> each.whenDone().accept(failure));
        } finally {
            tellNext(engine);
        }
    }

    /** Rolls the subordinate back at once if no superior will ask for its vote; else when the superior says so. */
    private void giveUp(GlobalTransaction engine, Throwable failure) {
        asked(); // the superior may not have got the message
        if (superior.can(Feature.REGISTRATION_ON_REPLY) || isKnown()) {
            engine.markRollback(failure);
        } else {
            engine.unasked().abandonSoon(failure);
        }
    }

    /** The reason why the superior has not registered it; null if it has. */
    private @Nullable Throwable hear(GlobalTransaction engine, Response response) {
        if (!(response instanceof Response.Registered registered)) {
            return new IllegalStateException(MESSAGES.superiorNotTold(engine.id(), superior.name(), response));
        }
        String address = registered.address();
        if (address != null) {
            if (!superior.peers().transports().mayCall(address)) {
                return new IllegalStateException(MESSAGES.addressNotAllowed(ShownAddress.of(address), engine.id()));
            }
            superior.setInquiryAddress(address);
        }
        synchronized (this) {
            isKnown = true;
        }
        return null;
    }
}
