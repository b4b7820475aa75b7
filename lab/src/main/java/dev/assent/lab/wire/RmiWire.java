package dev.assent.lab.wire;

import dev.assent.core.AssentConfig;
import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.DataSet;
import dev.assent.lab.bean.Payloads;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JDK's own remote calls (JRMP), with Java serialization. They have no transactions. */
public final class RmiWire implements LabTransport {
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

    /** {@link Payloads} and {@link Account}, as RMI wants them. */
    interface RemoteObject extends Remote {
        int[] getInt100() throws RemoteException;

        double[] getDouble100() throws RemoteException;

        String getString100() throws RemoteException;

        String getString1000() throws RemoteException;

        String getString10000() throws RemoteException;

        DataSet getDataSet() throws RemoteException;

        DataSet[] getDataSet10() throws RemoteException;

        DataSet[] getDataSet100() throws RemoteException;

        DataSet[] getDistinct10() throws RemoteException;

        DataSet[] getDistinct100() throws RemoteException;

        void add(long amount) throws RemoteException;
    }

    /** The object behind the stub; what is not exported yet is null. */
    private static final class Served implements RemoteObject {
        private volatile @Nullable Payloads payloads;
        private volatile @Nullable Account account;

        private Payloads payloads() {
            return Objects.requireNonNull(payloads, "nothing is exported");
        }

        @Override
        public int[] getInt100() {
            return payloads().getInt100();
        }

        @Override
        public double[] getDouble100() {
            return payloads().getDouble100();
        }

        @Override
        public String getString100() {
            return payloads().getString100();
        }

        @Override
        public String getString1000() {
            return payloads().getString1000();
        }

        @Override
        public String getString10000() {
            return payloads().getString10000();
        }

        @Override
        public DataSet getDataSet() {
            return payloads().getDataSet();
        }

        @Override
        public DataSet[] getDataSet10() {
            return payloads().getDataSet10();
        }

        @Override
        public DataSet[] getDataSet100() {
            return payloads().getDataSet100();
        }

        @Override
        public DataSet[] getDistinct10() {
            return payloads().getDistinct10();
        }

        @Override
        public DataSet[] getDistinct100() {
            return payloads().getDistinct100();
        }

        @Override
        public void add(long amount) {
            Objects.requireNonNull(account, "no account is exported").add(amount);
        }
    }

    @Override
    public Host serve(AssentConfig config, Place place) throws IOException {
        System.setProperty("java.rmi.server.hostname", place.reached());
        Served served = new Served();
        Remote stub = UnicastRemoteObject.exportObject(
                served,
                place.port(),
                null,
                port -> new ServerSocket(port, BACKLOG, InetAddress.getByName(place.listens())));
        String address = address(stub);
        return new Host() {
            @Override
            public String address() {
                return address;
            }

            @Override
            public void export(Payloads payloads) {
                served.payloads = payloads;
            }

            @Override
            public void export(Account account, boolean isTransactional) {
                if (!isTransactional) {
                    served.account = account;
                }
            }

            @Override
            public void close() throws RemoteException {
                UnicastRemoteObject.unexportObject(served, true);
            }
        };
    }

    /** The stub itself, so that no registry is needed. */
    private static String address(Remote stub) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(stub);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static RemoteObject stub(String address) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(address)))) {
            return (RemoteObject) in.readObject();
        }
    }

    @Override
    public Guest connect(String coordinator) {
        return new Guest() {
            @Override
            public Payloads payloads(String server, boolean isTransactional) throws Exception {
                return new Stubbed(stub(server));
            }

            @Override
            public Account account(String server, boolean isTransactional) throws Exception {
                return new Stubbed(stub(server));
            }

            @Override
            public void close() {
                // RMI closes connections that are idle
            }
        };
    }

    private interface RemoteCall<T> {
        T make() throws RemoteException;
    }

    /** The stub, for callers who know nothing of RMI. */
    private record Stubbed(RemoteObject stub) implements Payloads, Account {
        private static <T> T call(RemoteCall<T> call) {
            try {
                return call.make();
            } catch (RemoteException failed) {
                throw new IllegalStateException(failed);
            }
        }

        @Override
        public int[] getInt100() {
            return call(stub::getInt100);
        }

        @Override
        public double[] getDouble100() {
            return call(stub::getDouble100);
        }

        @Override
        public String getString100() {
            return call(stub::getString100);
        }

        @Override
        public String getString1000() {
            return call(stub::getString1000);
        }

        @Override
        public String getString10000() {
            return call(stub::getString10000);
        }

        @Override
        public DataSet getDataSet() {
            return call(stub::getDataSet);
        }

        @Override
        public DataSet[] getDataSet10() {
            return call(stub::getDataSet10);
        }

        @Override
        public DataSet[] getDataSet100() {
            return call(stub::getDataSet100);
        }

        @Override
        public DataSet[] getDistinct10() {
            return call(stub::getDistinct10);
        }

        @Override
        public DataSet[] getDistinct100() {
            return call(stub::getDistinct100);
        }

        @Override
        public void add(long amount) {
            call(() -> {
                stub.add(amount);
                return true;
            });
        }
    }
}
