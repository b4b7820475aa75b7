package dev.assent.transport.iiop.service;

import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.value.RepositoryIds;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_IMPLEMENT;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.SystemException;
import org.omg.CosNaming.BindingIteratorHolder;
import org.omg.CosNaming.BindingListHolder;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContext;
import org.omg.CosNaming.NamingContextPOA;
import org.omg.CosNaming.NamingContextPackage.InvalidName;
import org.omg.CosNaming.NamingContextPackage.NotFound;
import org.omg.CosNaming.NamingContextPackage.NotFoundReason;

/**
 * The exported objects by their names (Naming Service 1.3, NamingContext interface). They are exported and unexported by
 * the process itself, so nobody binds here; nor are they listed.
 *
 * <p>Made for one request, and used by its thread.
 */
public final class NamesServant extends NamingContextPOA {
    private final NodeOrb orb;
    private final Function<String, @Nullable Class<?>> types;

    /**
     * The names of a process.
     *
     * @param types the interfaces of objects, by their names
     */
    public NamesServant(NodeOrb orb, Function<String, @Nullable Class<?>> types) {
        this.orb = orb;
        this.types = types;
    }

    @Override
    public org.omg.CORBA.Object resolve(NameComponent[] name) throws NotFound, InvalidName {
        if (name.length == 0) {
            throw new InvalidName();
        }
        Class<?> type = name.length == 1 ? types.apply(name[0].id) : null;
        if (type == null) {
            throw new NotFound(NotFoundReason.missing_node, name);
        }
        return orb.reference(new ObjectName.Service(name[0].id), RepositoryIds.of(type));
    }

    private static SystemException refused() {
        return new NO_PERMISSION(
                "the process binds its names by itself, as it exports objects", 0, CompletionStatus.COMPLETED_NO);
    }

    @Override
    public void bind(NameComponent[] name, org.omg.CORBA.Object object) {
        throw refused();
    }

    @Override
    public void rebind(NameComponent[] name, org.omg.CORBA.Object object) {
        throw refused();
    }

    @Override
    public void bind_context(NameComponent[] name, NamingContext context) {
        throw refused();
    }

    @Override
    public void rebind_context(NameComponent[] name, NamingContext context) {
        throw refused();
    }

    @Override
    public void unbind(NameComponent[] name) {
        throw refused();
    }

    @Override
    public NamingContext new_context() {
        throw refused();
    }

    @Override
    public NamingContext bind_new_context(NameComponent[] name) {
        throw refused();
    }

    @Override
    public void destroy() {
        throw refused();
    }

    @Override
    public void list(int count, BindingListHolder bindings, BindingIteratorHolder more) {
        throw new NO_IMPLEMENT("names are not listed", 0, CompletionStatus.COMPLETED_NO);
    }
}
