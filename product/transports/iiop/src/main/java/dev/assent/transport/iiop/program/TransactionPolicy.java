package dev.assent.transport.iiop.program;

import org.omg.CORBA.LocalObject;
import org.omg.CosTransactions.ADAPTS;
import org.omg.CosTransactions.EITHER;
import org.omg.CosTransactions.INVOCATION_POLICY_TYPE;
import org.omg.CosTransactions.InvocationPolicy;
import org.omg.CosTransactions.NON_TX_TARGET_POLICY_TYPE;
import org.omg.CosTransactions.NonTxTargetPolicy;
import org.omg.CosTransactions.OTSPolicy;
import org.omg.CosTransactions.OTS_POLICY_TYPE;

/**
 * A policy of the Transaction Service 1.4. Each is a number. References show the policies of their object adapters.
 * Immutable and safe to share.
 */
public abstract sealed class TransactionPolicy extends LocalObject {
    private static final long serialVersionUID = 1L;

    private final short value;

    private TransactionPolicy(int value) {
        this.value = (short) value;
    }

    /** The number. */
    public final short value() {
        return value;
    }

    /** Does nothing: there is nothing to free. */
    public final void destroy() {}

    /** Whether requests to the objects of an adapter have a transaction. */
    public static final class Ots extends TransactionPolicy implements OTSPolicy {
        private static final long serialVersionUID = 1L;

        private final boolean isOfPrograms;

        private Ots(int value, boolean isOfPrograms) {
            super(value);
            this.isOfPrograms = isOfPrograms;
        }

        /** For a program's adapter: the ORB puts the work of its servants into the transaction. */
        static Ots ofPrograms(int value) {
            return new Ots(value, true);
        }

        /** For the exported objects: their servants join the transaction by themselves. */
        public static Ots ofServices() {
            return new Ots(ADAPTS.value, false);
        }

        boolean isOfPrograms() {
            return isOfPrograms;
        }

        @Override
        public int policy_type() {
            return OTS_POLICY_TYPE.value;
        }

        @Override
        public Ots copy() {
            return this;
        }
    }

    /** Whether a caller waits for the reply to its request, or an intermediary queues the request. */
    public static final class Invocation extends TransactionPolicy implements InvocationPolicy {
        private static final long serialVersionUID = 1L;

        Invocation(int value) {
            super(value);
        }

        /** For the exported objects. */
        public static Invocation ofServices() {
            return new Invocation(EITHER.value);
        }

        @Override
        public int policy_type() {
            return INVOCATION_POLICY_TYPE.value;
        }

        @Override
        public Invocation copy() {
            return this;
        }
    }

    /** Whether a client may call an object in a transaction if the object's reference has no OTSPolicy. */
    static final class NonTxTarget extends TransactionPolicy implements NonTxTargetPolicy {
        private static final long serialVersionUID = 1L;

        NonTxTarget(int value) {
            super(value);
        }

        @Override
        public int policy_type() {
            return NON_TX_TARGET_POLICY_TYPE.value;
        }

        @Override
        public NonTxTarget copy() {
            return this;
        }
    }
}
