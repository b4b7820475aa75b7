package dev.assent.transport.iiop.orb;

import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.ReferenceException;
import org.omg.CORBA.INTERNAL;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.ORB;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.PortableInterceptor.IORInfo;
import org.omg.PortableInterceptor.IORInterceptor_3_0;
import org.omg.PortableInterceptor.ObjectReferenceFactory;
import org.omg.PortableInterceptor.ObjectReferenceTemplate;

/**
 * Makes the references of a process lead to the address at which others reach it. An ORB by itself writes into them the
 * address at which it listens. For object adapters of programs, an interceptor changes the references (CORBA 3.0,
 * section 21.5). The ORB does not call it for adapters that are made while it starts, so this class changes
 * their references one by one.
 *
 * <p>Thread safety: safe to share.
 */
final class ReachedAddress extends LocalObject implements IORInterceptor_3_0 {
    private static final long serialVersionUID = 1L;

    /**
     * The first name of all object adapters of programs. Other adapters are the ORB's own, which must find them here.
     */
    private static final String ROOT_POA = "RootPOA";

    private final transient IiopPlace reached;

    ReachedAddress(IiopPlace reached) {
        this.reached = reached;
    }

    /** A reference of this process to the same object, with the address at which others reach it. */
    org.omg.CORBA.Object lead(org.omg.CORBA.Object made) {
        ORB orb = ((ObjectImpl) made)._orb();
        try {
            Ior here = Ior.parse(orb.object_to_string(made));
            return orb.string_to_object(here.at(reached).toString());
        } catch (ReferenceException impossible) {
            throw (INTERNAL) new INTERNAL(impossible.getMessage()).initCause(impossible);
        }
    }

    @Override
    public String name() {
        return "dev.assent.transport.iiop.address";
    }

    @Override
    public void destroy() {}

    @Override
    public void establish_components(IORInfo info) {}

    @Override
    public void components_established(IORInfo info) {
        String[] adapter = info.adapter_template().adapter_name();
        if (adapter.length > 0 && adapter[0].equals(ROOT_POA)) {
            info.current_factory(new Leading(info.current_factory(), this));
        }
    }

    @Override
    public void adapter_manager_state_changed(int id, short state) {}

    @Override
    public void adapter_state_changed(ObjectReferenceTemplate[] templates, short state) {}

    /** Makes references as another factory does, with the other address. */
    private static final class Leading implements ObjectReferenceFactory {
        private static final long serialVersionUID = 1L;

        private final ObjectReferenceFactory given;
        private final ReachedAddress reached;

        Leading(ObjectReferenceFactory given, ReachedAddress reached) {
            this.given = given;
            this.reached = reached;
        }

        @Override
        public org.omg.CORBA.Object make_object(String typeId, byte[] id) {
            return reached.lead(given.make_object(typeId, id));
        }

        /** Never sent to another process. */
        @Override
        public String[] _truncatable_ids() {
            return new String[] {"IDL:dev.assent/transport/iiop/Leading:1.0"};
        }
    }
}
