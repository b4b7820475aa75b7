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
 * The service contexts of requests and replies, handed between interceptors and the code that calls or is called. An
 * invocation that waits and its interceptors run on one thread, and so do a servant and the interceptors around it
 * (CORBA 3.0, section 21.3). So the data is kept by thread.
 *
 * <p>Thread safety: safe to share; every method acts for the calling thread.
 */
public final class Baggage {
    /** The id of Assent's service context, "ASN" and a number. */
    static final int OWN_ID = 0x41534E01;

    private final Set<Integer> accepted;
    private final ThreadLocal<@Nullable Sent> sent = new ThreadLocal<>();
    private final ThreadLocal<@Nullable Received> received = new ThreadLocal<>();

    /** What goes with a request, and what came back with its reply. */
    static final class Sent {
        final @Nullable TransactionContext transaction;
        final IiopPlace to;

        @Nullable ReplyData reply;

        /**
         * Whether the request only finds out where it is forwarded; whether it was sent; the object it was forwarded
         * to.
         */
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
     * @param id the id of the service context; 0 by the standard
     */
    public record TransactionContext(int id, byte[] octets) {}

    /** What came with a request, and what goes back with its reply. */
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

        /** The host that sent it, and after a colon the port; empty if unknown. */
        public String from() {
            return from;
        }

        /** The transaction context, not read yet; null for none. */
        public byte @Nullable [] transaction() {
            return transaction;
        }

        /** The key that tells an Assent caller from all others; null for a stranger. */
        public byte @Nullable [] callerKey() {
            return callerKey;
        }

        /** Sends data with the reply, to an Assent caller only. Must be called before the reply begins. */
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
     * @param accepted the ids of service contexts that are accepted as a transaction's
     */
    public Baggage(Set<Integer> accepted) {
        this.accepted = Set.copyOf(accepted);
    }

    Set<Integer> accepted() {
        return accepted;
    }

    /** An invocation that waits for its reply. */
    @FunctionalInterface
    public interface Invocation<T extends @Nullable Object> {
        /** Invokes it. */
        T invoke() throws UserException;
    }

    /**
     * Invokes something.
     *
     * @param transaction is sent with it; null for none
     * @param to the process that is called; a reference of it that leads elsewhere is followed only if that is allowed
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
     * The object that another one stands for. A process may forward requests to it, as from a name that is the key of a
     * corbaloc. A request that does nothing finds out.
     *
     * @return the same object if its process does not forward; null if the process says that there is none
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
            isAbsent = false; // it exists, and does not know this request
        } catch (SystemException failure) {
            if (going.settled == null) {
                throw new InvocationFailure(failure, going.reply);
            }
        } finally {
            sent.remove();
        }
        if (going.settled != null) {
            return going.settled; // a call of it shows what is wrong
        }
        return isAbsent ? null : object;
    }

    /**
     * A reply.
     *
     * @param data what else it says; null for nothing
     */
    public record Answered<T extends @Nullable Object>(
            T value, @Nullable ReplyData data) {}

    @Nullable Sent sent() {
        return sent.get();
    }

    /** Whether the thread is inside of {@link #sending}. */
    public boolean isSending() {
        return sent.get() != null;
    }

    void receive(Received came) {
        received.set(came);
    }

    /** What came with the request that this thread serves; empty if no interceptor was called. */
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
