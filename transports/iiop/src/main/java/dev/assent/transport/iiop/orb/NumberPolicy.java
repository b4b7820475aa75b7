package dev.assent.transport.iiop.orb;

import org.omg.CORBA.LocalObject;
import org.omg.CORBA.Policy;
import org.omg.CosTransactions.INVOCATION_POLICY_TYPE;
import org.omg.CosTransactions.OTS_POLICY_TYPE;

/**
 * A policy of the Transaction Service, which is a number that stands in the references of an object adapter. Immutable and
 * safe to share.
 */
final class NumberPolicy extends LocalObject implements Policy {
    private static final long serialVersionUID = 1L;

    /** InvocationPolicy: whether requests are queued by somebody in between. */
    static final int INVOCATION_TYPE = INVOCATION_POLICY_TYPE.value;

    /** OTSPolicy: whether requests have a transaction. */
    static final int OTS_TYPE = OTS_POLICY_TYPE.value;

    private final int type;
    private final int value;

    NumberPolicy(int type, int value) {
        this.type = type;
        this.value = value;
    }

    int value() {
        return value;
    }

    @Override
    public int policy_type() {
        return type;
    }

    @Override
    public Policy copy() {
        return this;
    }

    @Override
    public void destroy() {}
}
