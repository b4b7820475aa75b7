package dev.assent.transport.iiop.service;

import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.program.TargetPolicy;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.served.Reception;
import dev.assent.transport.iiop.value.ValueLimits;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.omg.PortableServer.Servant;

/**
 * The exported objects of a process, and those of others, over iiop.
 *
 * <p>Thread safety: safe to share.
 */
public final class Services {
    private final Function<String, @Nullable Class<?>> types;
    private final Operations operations;

    /**
     * Services.
     *
     * @param types the interfaces of this process's objects, by their names; null for one that is not there
     * @param limits of the arguments of a call, and of its result
     */
    public Services(Function<String, @Nullable Class<?>> types, ValueLimits limits) {
        this.types = types;
        this.operations = new Operations(limits);
    }

    /** Calls of others; as of {@link ServiceCalls}. */
    public ServiceCalls calls(NodeOrb orb, TargetPolicy.Unsaid unsaid) {
        return new ServiceCalls(orb, operations, unsaid);
    }

    /** Makes servants of the exported objects, and of their names. */
    public Function<ObjectName, Servant> servants(Reception reception, long callMillisMax) {
        ServiceServant.Parts parts = new ServiceServant.Parts(reception, types, operations, callMillisMax);
        return name -> name instanceof ObjectName.Service service
                ? new ServiceServant(parts, service.object())
                : new NamesServant(reception.orb(), types);
    }
}
