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
 * A policy of the Transaction Service 1.4, each of which is a number. Those of object adapters stand in their references.
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

    /** Nothing is held. */
    public final void destroy() {}

    /** Whether requests to the objects of an adapter have a transaction. */
    public static final class Ots extends TransactionPolicy implements OTSPolicy {
        private static final long serialVersionUID = 1L;

        private final boolean isOfPrograms;

        private Ots(int value, boolean isOfPrograms) {
            super(value);
            this.isOfPrograms = isOfPrograms;
        }

        /** That of a program's adapter, whose servants take part by what the ORB does around them. */
        static Ots ofPrograms(int value) {
            return new Ots(value, true);
        }

        /** That of the exported objects, whose servants take part by themselves. */
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

    /** Whether requests are made by who waits for them, or are queued by somebody in between. */
    public static final class Invocation extends TransactionPolicy implements InvocationPolicy {
        private static final long serialVersionUID = 1L;

        Invocation(int value) {
            super(value);
        }

        /** That of the exported objects. */
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

    /** Whether a client with a transaction may call objects that say nothing of transactions. */
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
