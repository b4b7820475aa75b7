package dev.assent.transport.iiop.orb;

import org.omg.CORBA.INV_POLICY;
import org.omg.CORBA.LocalObject;
import org.omg.IOP.TaggedComponent;
import org.omg.PortableInterceptor.IORInfo;
import org.omg.PortableInterceptor.IORInterceptor;

/**
 * Puts the policies of the Transaction Service into references, since strict clients send a transaction to those objects
 * only that say they want it. Thread safety: safe to share.
 */
final class PolicyInterceptor extends LocalObject implements IORInterceptor {
    private static final long serialVersionUID = 1L;

    private static final int TAG_OTS_POLICY = 31;
    private static final int TAG_INV_POLICY = 32;

    @Override
    public String name() {
        return "dev.assent.transport.iiop.policies";
    }

    @Override
    public void destroy() {}

    @Override
    public void establish_components(IORInfo info) {
        add(info, NumberPolicy.OTS_TYPE, TAG_OTS_POLICY);
        add(info, NumberPolicy.INVOCATION_TYPE, TAG_INV_POLICY);
    }

    private static void add(IORInfo info, int type, int tag) {
        try {
            if (info.get_effective_policy(type) instanceof NumberPolicy policy) {
                byte[] encapsulated = {0, 0, (byte) (policy.value() >>> 8), (byte) policy.value()};
                info.add_ior_component(new TaggedComponent(tag, encapsulated));
            }
        } catch (INV_POLICY absent) {
            // an object adapter that says nothing
        }
    }
}
