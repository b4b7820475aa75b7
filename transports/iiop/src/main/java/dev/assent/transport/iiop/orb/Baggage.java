package dev.assent.transport.iiop.orb;

import dev.assent.transport.iiop.reference.IiopPlace;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.NO_IMPLEMENT;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.UserException;

/**
 * What requests and replies of this process carry in service contexts, handed between interceptors and those who call and
 * are called. An invocation that waits, its interceptors, and a servant with those around it run on one thread (CORBA
 * 3.0, section 21.3), so it is kept by thread.
 *
 * <p>Thread safety: safe to share; every method acts for the calling thread.
 */
public final class Baggage {
    /** The service context of ours, "ASN" and a number. */
    static final int OWN_ID = 0x41534E01;

    private final Set<Integer> accepted;
    private final ThreadLocal<@Nullable Sent> sent = new ThreadLocal<>();
    private final ThreadLocal<@Nullable Received> received = new ThreadLocal<>();

    /** What goes with a request, and what has come back with its reply. */
    static final class Sent {
        final @Nullable TransactionContext transaction;
        final IiopPlace to;

        @Nullable ReplyData reply;

        /** Whether it is sent to find out where it is forwarded; whether it was sent; where to. */
        boolean isSettling;

        boolean isSent;

        org.omg.CORBA.@Nullable Object settled;

        Sent(@Nullable TransactionContext transaction, IiopPlace to) {
            this.transaction = transaction;
            this.to = to;
        }
    }

    /**
     * A transaction context.
     *
     * @param id of the service context; 0 by the standard
     */
    public record TransactionContext(int id, byte[] octets) {}

    /** What has come with a request, and what goes back with its reply. */
    public static final class Received {
        private final byte @Nullable [] transaction;
        private final byte @Nullable [] callerKey;
        private final String from;

        private @Nullable ReplyData reply;

        Received(byte @Nullable [] transaction, byte @Nullable [] callerKey, String from) {
            this.transaction = transaction;
            this.callerKey = callerKey;
            this.from = from;
        }

        /** The host that it has come from, and behind a colon the port; empty when nobody knows. */
        public String from() {
            return from;
        }

        /** The transaction context, not looked at yet; null for none. */
        public byte @Nullable [] transaction() {
            return transaction;
        }

        /** By which a caller of ours is told from all others; null for a stranger. */
        public byte @Nullable [] callerKey() {
            return callerKey;
        }

        /** Says something with the reply, to a caller of ours; before the reply is begun. */
        public void reply(ReplyData data) {
            if (callerKey != null) {
                reply = data;
            }
        }

        @Nullable ReplyData reply() {
            return reply;
        }
    }

    /**
     * Carries nothing yet.
     *
     * @param accepted the service contexts that are taken for a transaction's
     */
    public Baggage(Set<Integer> accepted) {
        this.accepted = Set.copyOf(accepted);
    }

    Set<Integer> accepted() {
        return accepted;
    }

    /** Something that is invoked, and waited for. */
    @FunctionalInterface
    public interface Invocation<T extends @Nullable Object> {
        /** Invokes it. */
        T invoke() throws UserException;
    }

    /**
     * Invokes something.
     *
     * @param transaction goes with it; null for none
     * @param to the process that is called; a reference of its that leads elsewhere is followed only when that is allowed
     * @throws InvocationFailure when it ends with a system exception
     */
    public <T extends @Nullable Object> Answered<T> sending(
            @Nullable TransactionContext transaction, IiopPlace to, Invocation<T> invocation) throws UserException {
        Sent going = new Sent(transaction, to);
        sent.set(going);
        try {
            return new Answered<>(invocation.invoke(), going.reply);
        } catch (SystemException failure) {
            throw new InvocationFailure(failure, going.reply);
        } finally {
            sent.remove();
        }
    }

    /**
     * The object that another one stands for, when its process forwards requests, as it does from a name that is the key of a
     * corbaloc. A request that does nothing finds that out.
     *
     * @return the same when its process does not forward; null when it says that there is none
     * @throws InvocationFailure when it ends with a system exception
     */
    public org.omg.CORBA.@Nullable Object settled(org.omg.CORBA.Object object, IiopPlace to) {
        Sent going = new Sent(null, to);
        going.isSettling = true;
        sent.set(going);
        boolean isAbsent = false;
        try {
            isAbsent = object._non_existent();
        } catch (OBJECT_NOT_EXIST absent) {
            isAbsent = true;
        } catch (BAD_OPERATION | NO_IMPLEMENT unknown) {
            isAbsent = false; // it is there, and knows no such request
        } catch (SystemException failure) {
            if (going.settled == null) {
                throw new InvocationFailure(failure, going.reply);
            }
        } finally {
            sent.remove();
        }
        if (going.settled != null) {
            return going.settled; // which says itself what is wrong
        }
        return isAbsent ? null : object;
    }

    /**
     * A reply.
     *
     * @param data what it says besides; null for nothing
     */
    public record Answered<T extends @Nullable Object>(
            T value, @Nullable ReplyData data) {}

    @Nullable Sent sent() {
        return sent.get();
    }

    /** Whether the thread invokes something by {@link #sending}. */
    public boolean isSending() {
        return sent.get() != null;
    }

    void receive(Received came) {
        received.set(came);
    }

    /** What has come with the request that this thread serves; nothing of ours when no interceptor was called. */
    public Received received() {
        Received came = received.get();
        return came == null ? new Received(null, null, "") : came;
    }

    @Nullable Received replied() {
        Received came = received.get();
        received.remove();
        return came;
    }
}
