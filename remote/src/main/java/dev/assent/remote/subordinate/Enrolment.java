package dev.assent.remote.subordinate;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.participant.Telling;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Transaction;
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
 * Tells a superior of the subordinate here by messages of their own, where no reply does:
 *
 * <ul>
 *   <li>over a wire whose replies carry no registration, before the first reply goes. When the answer is lost the
 *       transaction can only roll back, and the reply says so;
 *   <li>when another caller than the superior has brought synchronizations, here or further down (a diamond), so that
 *       the superior has them run before phase one (law 19). Whoever hears it tells its own superior first, so that the
 *       root knows when the answer comes.
 * </ul>
 *
 * <p>One message is under way at a time, so that no wire need tell a second registration from the first; who comes
 * meanwhile waits for the next. No thread waits. A superior that is still to ask for synchronizations is not told of
 * more: some would ask once for each time that they were told.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Enrolment {
    private final RemoteSuperior superior;

    /** What is to be told, and who waits for that. */
    private List<Word> waiting = new ArrayList<>(1);

    private boolean isKnown;
    private boolean isAsking;

    /** How many messages it was told by. */
    private int told;

    /** Whether it was told of synchronizations, and has not asked for them since. */
    private boolean isToAsk;

    private record Word(boolean isOfSynchronizations, Consumer<@Nullable Throwable> whenDone) {}

    /** The superior has not been told. */
    Enrolment(RemoteSuperior superior) {
        this.superior = superior;
    }

    /** What a superior is told of who is called. */
    static Registration registration(Transaction engine, String address, boolean hasSynchronizations) {
        BranchRef branch = new BranchRef(engine.id(), Objects.requireNonNull(engine.incarnation()));
        Set<Interest> interests = EnumSet.of(Interest.COMPLETION);
        if (hasSynchronizations) {
            interests.add(Interest.BEFORE_COMPLETION);
        }
        return new Registration(branch, address, interests);
    }

    /**
     * Tells whoever decides a transaction, when that is another process, that there are synchronizations to be run
     * here or further down; or waits until that is told, when they are no news.
     *
     * @param isNews whether it need be told
     * @param whenDone is told once why that is not possible, null when it is done; by any thread, also before this
     *     returns
     */
    public static void announce(Transaction engine, boolean isNews, Consumer<@Nullable Throwable> whenDone) {
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
     * Registers the subordinate, if it is not; the transaction can only roll back when that is not possible.
     *
     * @param isOfSynchronizations whether the superior must ask for synchronizations
     * @param whenDone as for {@link #announce}
     */
    void tell(Transaction engine, boolean isOfSynchronizations, Consumer<@Nullable Throwable> whenDone) {
        synchronized (this) {
            waiting.add(new Word(isOfSynchronizations, whenDone));
        }
        tellNext(engine);
    }

    private void tellNext(Transaction engine) {
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

    /** What the superior does not know yet; null when it knows all. */
    private Request.@Nullable Register next(Transaction engine, boolean isOfSynchronizations) {
        boolean isRepeated;
        boolean isToBeAsked;
        int number;
        synchronized (this) {
            isRepeated = isKnown;
            isToBeAsked = isOfSynchronizations && !isToAsk;
            if (isRepeated && !isToBeAsked) {
                return null;
            }
            isToAsk |= isToBeAsked; // before it is told: it may ask before its answer is heard
            number = ++told;
        }
        Registration registration = registration(engine, superior.selfAddress(null), isToBeAsked);
        return new Request.Register(superior.ref().name(), registration, isRepeated, number);
    }

    /** The superior asks for synchronizations: of those that come from now on it must hear. */
    synchronized void asked() {
        isToAsk = false;
    }

    /** What the next message is to say; nothing while another one is under way. */
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

    private void told(Transaction engine, List<Word> words, @Nullable Throwable failure) {
        synchronized (this) {
            isAsking = false;
        }
        try {
            Telling.all(words, each -> each.whenDone().accept(failure));
        } finally {
            tellNext(engine);
        }
    }

    /** One that nobody will ask for its vote is rolled back at once; any other when its superior says so. */
    private void giveUp(Transaction engine, Throwable failure) {
        asked(); // what was told may not have been heard
        if (superior.can(Feature.REGISTRATION_ON_REPLY) || isKnown()) {
            engine.markRollback(failure);
        } else {
            engine.abandonSoon(failure);
        }
    }

    /** Why the superior does not know of it; null when it does. */
    private @Nullable Throwable hear(Transaction engine, Response response) {
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
