package dev.assent.transport.iiop.program;

import org.omg.CORBA.Any;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.BAD_POLICY_TYPE;
import org.omg.CORBA.BAD_POLICY_VALUE;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.Policy;
import org.omg.CORBA.PolicyError;
import org.omg.CosTransactions.ADAPTS;
import org.omg.CosTransactions.EITHER;
import org.omg.CosTransactions.INVOCATION_POLICY_TYPE;
import org.omg.CosTransactions.NON_TX_TARGET_POLICY_TYPE;
import org.omg.CosTransactions.OTS_POLICY_TYPE;
import org.omg.CosTransactions.PERMIT;
import org.omg.CosTransactions.PREVENT;
import org.omg.CosTransactions.REQUIRES;
import org.omg.CosTransactions.UNSHARED;
import org.omg.PortableInterceptor.PolicyFactory;

/** Makes the policies that a program orders by {@code create_policy}. Thread safety: safe to share. */
public final class PolicyMaker extends LocalObject implements PolicyFactory {
    private static final long serialVersionUID = 1L;

    /** The policy types that it makes. */
    public static int[] types() {
        return new int[] {OTS_POLICY_TYPE.value, INVOCATION_POLICY_TYPE.value, NON_TX_TARGET_POLICY_TYPE.value};
    }

    @Override
    public Policy create_policy(int type, Any value) throws PolicyError {
        return switch (type) {
            case OTS_POLICY_TYPE.value -> TransactionPolicy.Ots.ofPrograms(number(value, REQUIRES.value, ADAPTS.value));
            case INVOCATION_POLICY_TYPE.value ->
                new TransactionPolicy.Invocation(number(value, EITHER.value, UNSHARED.value));
            case NON_TX_TARGET_POLICY_TYPE.value ->
                new TransactionPolicy.NonTxTarget(number(value, PREVENT.value, PERMIT.value));
            default -> throw new PolicyError(BAD_POLICY_TYPE.value);
        };
    }

    private static int number(Any value, int first, int last) throws PolicyError {
        int number;
        try {
            number = value.extract_ushort();
        } catch (BAD_OPERATION another) {
            throw new PolicyError(org.omg.CORBA.BAD_POLICY.value);
        }
        if (number < first || number > last) {
            throw new PolicyError(BAD_POLICY_VALUE.value);
        }
        return number;
    }
}
