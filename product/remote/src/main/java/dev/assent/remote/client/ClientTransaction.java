package dev.assent.remote.client;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.message.CoreMessages;
import dev.assent.core.message.OneLine;
import dev.assent.core.time.Clock;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.service.Propagation;
import dev.assent.remote.transport.Transport;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One transaction that a coordinator elsewhere has begun, with the effects that the replies of its calls carried.
 *
 * <p>Thread safety: safe to share.
 */
final class ClientTransaction implements Propagation.Current {
    private final Context begun;
    private final Clock clock;
    private final long deadlineNanos;

    /** The subordinates that registered on replies. */
    private final Map<BranchRef, Registration> registrations = new LinkedHashMap<>();

    /** The known subordinate at each called address. */
    private final Map<String, LocalTransactionId> known = new HashMap<>();

    private @Nullable Throwable rollbackCause;
    private boolean isEnding;
    private int calls;

    ClientTransaction(Context begun, Clock clock) {
        this.begun = begun;
        this.clock = clock;
        this.deadlineNanos = clock.nanos() + Math.min(begun.remainingMillis(), Long.MAX_VALUE / 2_000_000) * 1_000_000;
    }

    @Override
    public TransactionId id() {
        return begun.id();
    }

    /** Milliseconds until its coordinator rolls it back; 0 when the time is over. */
    long remainingMillis() {
        return Math.max(0, (deadlineNanos - clock.nanos()) / 1_000_000);
    }

    @Override
    public synchronized @Nullable Context begin(Transport via, String address) {
        if (rollbackCause != null || isEnding) {
            return null;
        }
        calls++;
        return new Context(begun.id(), begun.superior(), remainingMillis(), known.get(address));
    }

    /**
     * Other processes register with the coordinator, and this client can't know it, so an unclear result stays unclear.
     */
    @Override
    public Result judged(Result result) {
        return result;
    }

    @Override
    public void end(String address, Result result, Runnable whenDone) {
        end(address, result);
        whenDone.run();
    }

    private synchronized void end(String address, Result result) {
        calls--;
        Result.Effect effect = result.effect();
        if (result instanceof Result.Unanswered lost && lost.mayHaveArrived()) {
            markRollback(lost.cause()); // it may have done work that this client does not know of (law 16)
        }
        if (effect.isRollbackOnly()) {
            markRollback(new IllegalStateException(MESSAGES.markedElsewhere(id(), ShownAddress.of(address))));
        }
        Registration registration = effect.registration();
        if (registration != null) {
            register(address, registration);
        }
    }

    private void register(String address, Registration registration) {
        registrations.merge(registration.branch(), registration, ClientTransaction::both);
        LocalTransactionId incarnation = registration.branch().incarnation();
        if (incarnation != null) {
            known.put(address, incarnation);
        }
    }

    private static Registration both(Registration before, Registration again) {
        Set<Interest> interests = EnumSet.copyOf(before.interests());
        interests.addAll(again.interests());
        return new Registration(again.branch(), again.address(), interests);
    }

    /** Marks the transaction so that it can only roll back; keeps the first cause. */
    synchronized void markRollback(Throwable cause) {
        if (rollbackCause == null) {
            rollbackCause = cause;
        }
    }

    /**
     * Lets it take no more work.
     *
     * @throws IllegalStateException if the caller asks for commit during unfinished calls (law 16)
     */
    synchronized List<Registration> end(boolean isCommit) {
        if (isCommit && calls > 0) {
            throw new IllegalStateException(CoreMessages.MESSAGES.callsUnderWay(id(), calls));
        }
        isEnding = true;
        return List.copyOf(registrations.values());
    }

    @Override
    public synchronized String whyClosed() {
        return isEnding ? "is being ended" : "can only roll back: " + OneLine.of(rollbackCause);
    }

    @Override
    public synchronized @Nullable Throwable rollbackCause() {
        return rollbackCause;
    }
}
