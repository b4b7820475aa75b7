package dev.assent.transport.iiop.program;

import dev.assent.transport.iiop.ots.WorkRefusals;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.TRANSACTION_MODE;
import org.omg.CORBA.TRANSACTION_REQUIRED;
import org.omg.CosTransactions.ADAPTS;
import org.omg.CosTransactions.EITHER;
import org.omg.CosTransactions.FORBIDS;
import org.omg.CosTransactions.REQUIRES;
import org.omg.CosTransactions.UNSHARED;

/**
 * What a reference says about transactions, and what a client does with it (Transaction Service 1.4, section 2.12).
 * Immutable.
 *
 * @param ots its OTSPolicy; 0 for none
 * @param invocation its InvocationPolicy; 0, which is EITHER, for none
 */
public record TargetPolicy(int ots, int invocation) {
    /** The tag of the component with the OTSPolicy of a reference. */
    public static final int TAG_OTS_POLICY = 31;

    /** The tag of the component with its InvocationPolicy. */
    public static final int TAG_INV_POLICY = 32;

    /** The policy of objects that take part if there is a transaction. */
    public static final TargetPolicy OF_SERVICES = new TargetPolicy(ADAPTS.value, EITHER.value);

    private static final int NONE = 0;

    /** What happens to a request in a transaction if the reference of its object has no OTSPolicy. */
    public enum Unsaid {
        /** It goes without the transaction (NonTxTargetPolicy PERMIT). */
        PERMIT,
        /** It does not go (NonTxTargetPolicy PREVENT). */
        PREVENT,
        /** It goes with the transaction, as to one that has ADAPTS. */
        ADAPTS
    }

    /** From the contents of the two components; null for one that is absent. */
    public static TargetPolicy of(byte @Nullable [] ots, byte @Nullable [] invocation) {
        return new TargetPolicy(number(ots), number(invocation));
    }

    /** The number in a component, an encapsulation whose first octet is its byte order. */
    private static int number(byte @Nullable [] component) {
        if (component == null) {
            return NONE;
        }
        if (component.length != 4) {
            return -1;
        }
        boolean isLittleEndian = component[0] == 1;
        int high = isLittleEndian ? component[3] : component[2];
        int low = isLittleEndian ? component[2] : component[3];
        return (high & 0xFF) << 8 | low & 0xFF;
    }

    /** Whether it has no OTSPolicy. */
    boolean saysNothing() {
        return ots == NONE;
    }

    /**
     * Checks that a request may go without a transaction.
     *
     * @throws TRANSACTION_REQUIRED when it may not
     */
    public void checkWithout() {
        if (ots == REQUIRES.value) {
            throw new TRANSACTION_REQUIRED(
                    "the object accepts only requests with a transaction, and there is none",
                    0,
                    CompletionStatus.COMPLETED_NO);
        }
    }

    /**
     * Whether a request in a transaction is sent with it, or without it.
     *
     * @throws org.omg.CORBA.INVALID_TRANSACTION when it must not be sent
     * @throws TRANSACTION_MODE when it would have to be queued
     */
    public boolean goesWith(Unsaid unsaid) {
        if (ots == FORBIDS.value || saysNothing() && unsaid == Unsaid.PREVENT) {
            throw WorkRefusals.invalid("the object accepts only requests without a transaction, and there is one");
        }
        boolean isWanted = ots == REQUIRES.value || ots == ADAPTS.value || saysNothing() && unsaid == Unsaid.ADAPTS;
        if (isWanted && invocation == UNSHARED.value) {
            throw new TRANSACTION_MODE(
                    "the object accepts only requests from a queue", 0, CompletionStatus.COMPLETED_NO);
        }
        return isWanted;
    }
}
