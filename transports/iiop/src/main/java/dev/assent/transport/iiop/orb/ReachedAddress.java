package dev.assent.transport.iiop.orb;

import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.ReferenceException;
import org.omg.CORBA.INTERNAL;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.PortableInterceptor.IORInfo;
import org.omg.PortableInterceptor.IORInterceptor_3_0;
import org.omg.PortableInterceptor.ObjectReferenceFactory;
import org.omg.PortableInterceptor.ObjectReferenceTemplate;

/**
 * Has all references of a process, those of its programs, too, lead to the address by which others reach it (CORBA 3.0,
 * section 21.5.3): by itself, an ORB writes into them where it listens. Thread safety: safe to share.
 */
final class ReachedAddress extends LocalObject implements IORInterceptor_3_0 {
    private static final long serialVersionUID = 1L;

    private final transient IiopPlace reached;

    ReachedAddress(IiopPlace reached) {
        this.reached = reached;
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
        info.current_factory(new Moving(info.current_factory(), reached));
    }

    @Override
    public void adapter_manager_state_changed(int id, short state) {}

    @Override
    public void adapter_state_changed(ObjectReferenceTemplate[] templates, short state) {}

    /** Makes references as another one does, but for where they lead. */
    private static final class Moving implements ObjectReferenceFactory {
        private static final long serialVersionUID = 1L;

        private final ObjectReferenceFactory given;
        private final transient IiopPlace reached;

        Moving(ObjectReferenceFactory given, IiopPlace reached) {
            this.given = given;
            this.reached = reached;
        }

        @Override
        public org.omg.CORBA.Object make_object(String typeId, byte[] id) {
            ObjectImpl made = (ObjectImpl) given.make_object(typeId, id);
            try {
                Ior here = Ior.parse(made._orb().object_to_string(made));
                return made._orb().string_to_object(here.at(reached).toString());
            } catch (ReferenceException impossible) {
                throw (INTERNAL) new INTERNAL(impossible.getMessage()).initCause(impossible);
            }
        }

        /** It is sent to nobody. */
        @Override
        public String[] _truncatable_ids() {
            return new String[] {"IDL:dev.assent/transport/iiop/Moving:1.0"};
        }
    }
}
