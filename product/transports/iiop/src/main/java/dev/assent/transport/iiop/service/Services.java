package dev.assent.transport.iiop.service;

import dev.assent.remote.transport.ExportedNames;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.program.TargetPolicy;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.served.Reception;
import dev.assent.transport.iiop.value.RepositoryIds;
import dev.assent.transport.iiop.value.ValueLimits;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.omg.PortableServer.Servant;

/**
 * The exported objects of this process, and calls to those of others, over IIOP.
 *
 * <p>Thread safety: safe to share.
 */
public final class Services {
    private final Function<String, @Nullable Class<?>> types;
    private final Supplier<ExportedNames> names;
    private final Operations operations;

    /**
     * Makes services.
     *
     * @param types the interfaces of this process's objects, by their names; null for an object that does not exist
     * @param names the names of these objects
     * @param limits of the arguments of a call, and of its result
     */
    public Services(Function<String, @Nullable Class<?>> types, Supplier<ExportedNames> names, ValueLimits limits) {
        this.types = types;
        this.names = names;
        this.operations = new Operations(limits);
    }

    /** Makes calls to other processes; see {@link ServiceCalls}. */
    public ServiceCalls calls(NodeOrb orb, TargetPolicy.Unsaid unsaid) {
        return new ServiceCalls(orb, operations, unsaid);
    }

    /**
     * The repository id of an exported object, empty for one that does not exist; null for text that can't be a name.
     */
    public @Nullable String typeId(String name) {
        if (!ExportedNames.isName(name)) {
            return null;
        }
        Class<?> type = types.apply(name);
        return type == null ? "" : RepositoryIds.of(type);
    }

    /** Makes servants for the exported objects, and for the list of their names. */
    public Function<ObjectName, Servant> servants(Reception reception, long callMillisMax) {
        ServiceServant.Parts parts = new ServiceServant.Parts(reception, types, names, operations, callMillisMax);
        NameLists lists = new NameLists(reception.orb());
        return name -> {
            if (name instanceof ObjectName.Service service) {
                return new ServiceServant(parts, service.object());
            }
            return name instanceof ObjectName.NameList list
                    ? lists.servant(list.number())
                    : new NamesServant(reception, types, names, lists);
        };
    }
}
