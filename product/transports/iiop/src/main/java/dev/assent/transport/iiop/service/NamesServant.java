package dev.assent.transport.iiop.service;

import dev.assent.remote.transport.ExportedNames;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.served.Reception;
import dev.assent.transport.iiop.value.RepositoryIds;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.SystemException;
import org.omg.CosNaming.Binding;
import org.omg.CosNaming.BindingIteratorHolder;
import org.omg.CosNaming.BindingListHolder;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContext;
import org.omg.CosNaming.NamingContextExtPOA;
import org.omg.CosNaming.NamingContextExtPackage.InvalidAddress;
import org.omg.CosNaming.NamingContextPackage.InvalidName;
import org.omg.CosNaming.NamingContextPackage.NotFound;
import org.omg.CosNaming.NamingContextPackage.NotFoundReason;

/**
 * The exported objects by their names (Naming Service 1.3, NamingContextExt interface: an ORB resolves a corbaname only
 * by this one). The process exports objects itself, so other processes can't bind names here.
 *
 * <p>Made for one request; used by its thread only.
 */
final class NamesServant extends NamingContextExtPOA {
    private static final String STANDING = ";/:?@&=+$,-_.!~*'()";

    private final Reception reception;
    private final Function<String, @Nullable Class<?>> types;
    private final Supplier<ExportedNames> names;
    private final NameLists lists;

    /**
     * The names of a process.
     *
     * @param types the interfaces of objects, by their names
     * @param names the names of the exported objects
     * @param lists keep the rests of lists that are read part by part
     */
    NamesServant(
            Reception reception,
            Function<String, @Nullable Class<?>> types,
            Supplier<ExportedNames> names,
            NameLists lists) {
        this.reception = reception;
        this.types = types;
        this.names = names;
        this.lists = lists;
    }

    @Override
    public org.omg.CORBA.Object resolve(NameComponent[] name) throws NotFound, InvalidName {
        if (name.length == 0) {
            throw new InvalidName();
        }
        ExportedNames known = names.get(); // read before the type is looked up
        Class<?> type = name.length == 1 ? types.apply(name[0].id) : null;
        if (type == null) {
            SystemException later = name.length == 1 && ExportedNames.isName(name[0].id)
                    ? UnknownNames.tell(reception, known, name[0].id)
                    : null;
            if (later != null) {
                throw later;
            }
            throw new NotFound(NotFoundReason.missing_node, name);
        }
        return reception.orb().reference(new ObjectName.Service(name[0].id), RepositoryIds.of(type));
    }

    @Override
    public org.omg.CORBA.Object resolve_str(String name) throws NotFound, InvalidName {
        return resolve(StringNames.parse(name));
    }

    @Override
    public NameComponent[] to_name(String name) throws InvalidName {
        return StringNames.parse(name);
    }

    @Override
    public String to_string(NameComponent[] name) throws InvalidName {
        return StringNames.write(name);
    }

    /**
     * Makes a corbaname url.
     *
     * @param address as in a corbaloc, {@code :HOST:PORT}
     */
    @Override
    public String to_url(String address, String name) throws InvalidAddress, InvalidName {
        if (address.isEmpty() || address.indexOf('#') >= 0) {
            throw new InvalidAddress();
        }
        String written = StringNames.write(StringNames.parse(name));
        return "corbaname:" + address + "#" + new String(escaped(written), StandardCharsets.US_ASCII);
    }

    /** Escaped by RFC 2396, except for the characters that the standard leaves as they are. */
    private static byte[] escaped(String name) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            boolean stands = each >= '0' && each <= '9'
                    || each >= 'a' && each <= 'z'
                    || each >= 'A' && each <= 'Z'
                    || STANDING.indexOf(each) >= 0;
            out.writeBytes(
                    stands ? new byte[] {each} : String.format("%%%02x", each).getBytes(StandardCharsets.US_ASCII));
        }
        return out.toByteArray();
    }

    private static SystemException refused() {
        return new NO_PERMISSION(
                "other processes can't bind names here; the process binds the objects that it exports",
                0,
                CompletionStatus.COMPLETED_NO);
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
        List<Binding> all = names.get().names().stream().map(NameLists::binding).toList();
        int told = (int) Math.min(all.size(), Integer.toUnsignedLong(count));
        bindings.value = all.subList(0, told).toArray(Binding[]::new);
        more.value = told == all.size() ? null : lists.keep(all.subList(told, all.size()));
    }
}
