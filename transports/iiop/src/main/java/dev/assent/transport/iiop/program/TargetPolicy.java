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
 * What a reference says of transactions, and what its client does by that (Transaction Service 1.4, section 2.12).
 * Immutable.
 *
 * @param ots its OTSPolicy; 0 for none
 * @param invocation its InvocationPolicy; 0, which is EITHER, for none
 */
public record TargetPolicy(int ots, int invocation) {
    /** The component of a reference that has its OTSPolicy. */
    public static final int TAG_OTS_POLICY = 31;

    /** The same of its InvocationPolicy. */
    public static final int TAG_INV_POLICY = 32;

    /** That of objects which take part when there is a transaction. */
    public static final TargetPolicy OF_SERVICES = new TargetPolicy(ADAPTS.value, EITHER.value);

    private static final int NONE = 0;

    /** What becomes of a request with a transaction to an object whose reference has no OTSPolicy. */
    public enum Unsaid {
        /** It goes without the transaction (NonTxTargetPolicy PERMIT). */
        PERMIT,
        /** It does not go (NonTxTargetPolicy PREVENT). */
        PREVENT,
        /** It goes with the transaction, as to one that has ADAPTS. */
        ADAPTS
    }

    /** Of what the two components hold; null for one that is not there. */
    public static TargetPolicy of(byte @Nullable [] ots, byte @Nullable [] invocation) {
        return new TargetPolicy(number(ots), number(invocation));
    }

    /** The number that a component has; an encapsulation, whose first octet is its byte order. */
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
                    "the object takes requests with a transaction alone, and there is none",
                    0,
                    CompletionStatus.COMPLETED_NO);
        }
    }

    /**
     * Whether a request that has a transaction goes with it; without it otherwise.
     *
     * @throws org.omg.CORBA.INVALID_TRANSACTION when it does not go
     * @throws TRANSACTION_MODE when it would have to be queued
     */
    public boolean goesWith(Unsaid unsaid) {
        if (ots == FORBIDS.value || saysNothing() && unsaid == Unsaid.PREVENT) {
            throw WorkRefusals.invalid("the object takes requests without a transaction alone, and there is one");
        }
        boolean isWanted = ots == REQUIRES.value || ots == ADAPTS.value || saysNothing() && unsaid == Unsaid.ADAPTS;
        if (isWanted && invocation == UNSHARED.value) {
            throw new TRANSACTION_MODE(
                    "the object takes requests from a queue alone", 0, CompletionStatus.COMPLETED_NO);
        }
        return isWanted;
    }
}
