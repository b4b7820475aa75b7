package dev.assent.lab.ping;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Base64;

/** The JDK's own remote calls (JRMP), which take a connection for each call that is in flight. */
final class Rmi implements PingServer {
    private static final int BACKLOG = 50;

    /** The call, as RMI wants it. */
    interface RemotePing extends Remote {
        /** Does nothing. */
        void ping() throws RemoteException;
    }

    private final RemotePing object;
    private final String address;

    private Rmi(RemotePing object, String address) {
        this.object = object;
        this.address = address;
    }

    static PingServer serve() throws IOException {
        System.setProperty(
                "java.rmi.server.hostname", InetAddress.getLoopbackAddress().getHostAddress());
        RemotePing object = () -> {};
        Remote stub = UnicastRemoteObject.exportObject(
                object, 0, null, port -> new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(stub);
        }
        return new Rmi(object, Base64.getEncoder().encodeToString(bytes.toByteArray()));
    }

    /** The stub itself, so that no registry is needed. */
    @Override
    public String address() {
        return address;
    }

    @Override
    public void close() throws NoSuchObjectException {
        UnicastRemoteObject.unexportObject(object, true);
    }

    static PingClient connect(String address) throws IOException, ClassNotFoundException {
        RemotePing stub;
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(address)))) {
            stub = (RemotePing) in.readObject();
        }
        return new PingClient() {
            @Override
            public Pinger open() {
                return stub::ping;
            }

            @Override
            public void close() {
                // RMI closes connections that are idle
            }
        };
    }
}
