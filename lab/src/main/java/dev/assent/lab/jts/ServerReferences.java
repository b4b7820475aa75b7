package dev.assent.lab.jts;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.omg.CORBA.ORB;
import org.omg.CORBA.UserException;
import org.omg.CORBA.portable.ObjectImpl;

/** The references of a server, as one address: a name and a reference for each, with commas between. Used by one thread. */
final class ServerReferences {
    /** No exported object has this name, since their names have no '.'. */
    private static final String FACTORY = "transaction.factory";

    private final NarayanaProgram program;
    private final Map<String, String> references = new TreeMap<>();

    /** Those of a program with a TransactionFactory. */
    ServerReferences(NarayanaProgram program, org.omg.CORBA.Object factory) {
        this.program = program;
        put(FACTORY, factory);
    }

    private void put(String name, org.omg.CORBA.Object object) {
        references.put(name, program.orb().object_to_string(object));
    }

    /** Exports an object under a name. */
    <T> void add(String name, Class<T> type, T object) throws UserException {
        put(name, program.objects().servant_to_reference(new ExportedServant(type, object)));
    }

    @Override
    public String toString() {
        return references.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(","));
    }

    /** The TransactionFactory at an address. */
    static String factory(String address) {
        return find(address, FACTORY);
    }

    /** The object of a name at an address. */
    static <T> T connect(ORB orb, String address, String name, Class<T> type) {
        return ExportedStub.of((ObjectImpl) orb.string_to_object(find(address, name)), type);
    }

    private static String find(String address, String name) {
        for (String each : address.split(",", -1)) {
            if (each.startsWith(name + "=")) {
                return each.substring(name.length() + 1);
            }
        }
        throw new IllegalArgumentException("there is no '" + name + "' at " + address);
    }
}
