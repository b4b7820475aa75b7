package dev.assent.transport.iiop.program;

import org.omg.CORBA.INV_POLICY;
import org.omg.CORBA.LocalObject;
import org.omg.CosTransactions.INVOCATION_POLICY_TYPE;
import org.omg.CosTransactions.OTS_POLICY_TYPE;
import org.omg.IOP.TaggedComponent;
import org.omg.PortableInterceptor.IORInfo;
import org.omg.PortableInterceptor.IORInterceptor;

/**
 * Adds the policies of the Transaction Service to references. Strict clients send a transaction only to objects whose
 * references ask for one. Thread safety: safe to share.
 */
public final class PolicyInterceptor extends LocalObject implements IORInterceptor {
    private static final long serialVersionUID = 1L;

    @Override
    public String name() {
        return "dev.assent.transport.iiop.policies";
    }

    @Override
    public void destroy() {}

    @Override
    public void establish_components(IORInfo info) {
        add(info, OTS_POLICY_TYPE.value, TargetPolicy.TAG_OTS_POLICY);
        add(info, INVOCATION_POLICY_TYPE.value, TargetPolicy.TAG_INV_POLICY);
    }

    private static void add(IORInfo info, int type, int tag) {
        try {
            if (info.get_effective_policy(type) instanceof TransactionPolicy policy) {
                byte[] encapsulated = {0, 0, (byte) (policy.value() >>> 8), (byte) policy.value()};
                info.add_ior_component(new TaggedComponent(tag, encapsulated));
            }
        } catch (INV_POLICY absent) {
            // an object adapter without this policy
        }
    }
}
