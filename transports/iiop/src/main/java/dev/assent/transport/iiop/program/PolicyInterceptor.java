package dev.assent.transport.iiop.program;

import org.omg.CORBA.INV_POLICY;
import org.omg.CORBA.LocalObject;
import org.omg.CosTransactions.INVOCATION_POLICY_TYPE;
import org.omg.CosTransactions.OTS_POLICY_TYPE;
import org.omg.IOP.TaggedComponent;
import org.omg.PortableInterceptor.IORInfo;
import org.omg.PortableInterceptor.IORInterceptor;

/**
 * Puts the policies of the Transaction Service into references, since strict clients send a transaction to those objects
 * only that say they want it. Thread safety: safe to share.
 */
public final class PolicyInterceptor extends LocalObject implements IORInterceptor {
    private static final long serialVersionUID = 1L;

    /** The component of a reference that has its OTSPolicy. */
    static final int TAG_OTS_POLICY = 31;

    /** The same of its InvocationPolicy. */
    static final int TAG_INV_POLICY = 32;

    @Override
    public String name() {
        return "dev.assent.transport.iiop.policies";
    }

    @Override
    public void destroy() {}

    @Override
    public void establish_components(IORInfo info) {
        add(info, OTS_POLICY_TYPE.value, TAG_OTS_POLICY);
        add(info, INVOCATION_POLICY_TYPE.value, TAG_INV_POLICY);
    }

    private static void add(IORInfo info, int type, int tag) {
        try {
            if (info.get_effective_policy(type) instanceof TransactionPolicy policy) {
                byte[] encapsulated = {0, 0, (byte) (policy.value() >>> 8), (byte) policy.value()};
                info.add_ior_component(new TaggedComponent(tag, encapsulated));
            }
        } catch (INV_POLICY absent) {
            // an object adapter that says nothing
        }
    }

    /** The number that a component of a reference has; an encapsulation, whose first octet is its byte order. */
    static int number(TaggedComponent component) {
        byte[] data = component.component_data;
        if (data.length != 4) {
            return -1;
        }
        boolean isLittleEndian = data[0] == 1;
        int high = isLittleEndian ? data[3] : data[2];
        int low = isLittleEndian ? data[2] : data[3];
        return (high & 0xFF) << 8 | low & 0xFF;
    }
}
