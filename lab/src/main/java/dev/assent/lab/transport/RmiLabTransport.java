package dev.assent.lab.transport;

import dev.assent.AssentConfig;
import dev.assent.remote.CallTransaction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's own remote calls (JRMP), with Java serialization. They have no transactions. A method of any interface is called by
 * one remote method, to which it is a number; RMI itself sends a number of eight bytes for each of its methods.
 */
public final class RmiLabTransport implements LabTransport {
    private static final int BACKLOG = 50;

    @Override
    public String name() {
        return "rmi";
    }

    @Override
    public String title() {
        return "Java RMI";
    }

    @Override
    public boolean hasTransactions() {
        return false;
    }

    /** All objects of a server, as RMI wants them. */
    interface RemoteObjects extends Remote {
        /** The number of the object that was exported under this name. */
        int find(String name) throws RemoteException;

        /** Calls a method, as in {@link RemoteMethods}. */
        @Nullable Object call(int object, int method, Object @Nullable [] arguments) throws Exception;
    }

    private record Exported(Object object, RemoteMethods methods) {}

    /** The objects behind the stub. */
    private static final class ExportedObjects implements RemoteObjects {
        private final List<Exported> all = new CopyOnWriteArrayList<>();
        private final Map<String, Integer> numbers = new ConcurrentHashMap<>();

        void add(String name, Exported exported) {
            all.add(exported);
            numbers.put(name, all.size() - 1);
        }

        @Override
        public int find(String name) {
            Integer number = numbers.get(name);
            if (number == null) {
                throw new NoSuchElementException(name);
            }
            return number;
        }

        @Override
        public @Nullable Object call(int object, int method, Object @Nullable [] arguments) throws Exception {
            Exported called = all.get(object);
            return called.methods().call(called.object(), method, arguments);
        }
    }

    @Override
    public LabServer serve(AssentConfig config, Endpoint endpoint) throws IOException {
        System.setProperty("java.rmi.server.hostname", endpoint.reached());
        ExportedObjects objects = new ExportedObjects();
        Remote stub = UnicastRemoteObject.exportObject(
                objects,
                endpoint.port(),
                null,
                port -> new ServerSocket(port, BACKLOG, InetAddress.getByName(endpoint.listens())));
        return new RmiServer(objects, address(stub));
    }

    private record RmiServer(ExportedObjects objects, String address) implements LabServer {
        @Override
        public <T> void export(String name, Class<T> type, T object, CallTransaction attribute) {
            objects.add(name, new Exported(object, RemoteMethods.of(type)));
        }

        @Override
        public void close() throws RemoteException {
            UnicastRemoteObject.unexportObject(objects, true);
        }
    }

    /** The stub itself, so that no registry is needed. */
    private static String address(Remote stub) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(stub);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static RemoteObjects stub(String address) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(address)))) {
            return (RemoteObjects) in.readObject();
        }
    }

    @Override
    public LabClient connect(String coordinator) {
        return new LabClient() {
            @Override
            public <T> T connect(String server, String name, Class<T> type) throws Exception {
                RemoteObjects stub = stub(server);
                int object = stub.find(name);
                return RemoteMethods.of(type).proxy(type, (method, arguments) -> stub.call(object, method, arguments));
            }

            @Override
            public void close() {
                // RMI closes connections that are idle
            }
        };
    }
}
