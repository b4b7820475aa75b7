package dev.assent.lab.wire;

import dev.assent.core.AssentConfig;
import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.Inside;
import dev.assent.lab.bean.Payloads;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.service.TransactionAttribute;
import dev.assent.remote.transport.Transport;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.util.Objects;

/** A transport of Assent: each server is a node, and the client has no transaction manager. Immutable. */
abstract class AssentWire implements LabTransport {
    private static final String PLAIN = "/payloads";
    private static final String TRANSACTIONAL = "/payloads-in-transaction";
    private static final String INSIDE = "/inside";
    private static final String ACCOUNT = "/account";
    private static final String ACCOUNT_TRANSACTIONAL = "/account-in-transaction";

    /** The transport of a node, which listens there. */
    abstract Transport open(ConnectedNode node, Place place) throws Exception;

    /** That of a client, which listens nowhere. */
    abstract Transport openClient() throws Exception;

    @Override
    public final boolean hasTransactions() {
        return true;
    }

    @Override
    public final Host serve(AssentConfig config, Place place) throws Exception {
        RemoteConfig remote = RemoteConfig.defaults().with(RemoteSetting.ALLOWED_ADDRESSES, "*");
        ConnectedNode node = ConnectedNode.open(config, remote, null);
        try {
            Transport transport = open(node, place);
            node.add(transport);
            return new AssentHost(node, Objects.requireNonNull(transport.address()));
        } catch (Exception failed) {
            node.close();
            throw failed;
        }
    }

    private record AssentHost(ConnectedNode node, String address) implements Host {
        @Override
        public void export(Payloads payloads) {
            node.export(PLAIN.substring(1), Payloads.class, payloads, TransactionAttribute.NEVER);
            node.export(TRANSACTIONAL.substring(1), Payloads.class, payloads, TransactionAttribute.REQUIRED);
            node.export(
                    INSIDE.substring(1),
                    Inside.class,
                    () -> demarcate(node.assent().transactionManager()),
                    TransactionAttribute.NEVER);
        }

        @Override
        public void export(Account account, boolean isTransactional) {
            String name = isTransactional ? ACCOUNT_TRANSACTIONAL : ACCOUNT;
            node.export(
                    name.substring(1),
                    Account.class,
                    account,
                    isTransactional ? TransactionAttribute.REQUIRED : TransactionAttribute.NEVER);
        }

        @Override
        public void close() {
            node.close();
        }
    }

    private static long[] demarcate(TransactionManager manager) {
        try {
            long began = System.nanoTime();
            manager.begin();
            long created = System.nanoTime();
            manager.commit();
            return new long[] {created - began, System.nanoTime() - created};
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public final Guest connect(String coordinator) throws Exception {
        ConnectedClient client = ConnectedClient.open(coordinator, RemoteConfig.defaults());
        try {
            client.add(openClient());
            return new AssentGuest(client);
        } catch (Exception failed) {
            client.close();
            throw failed;
        }
    }

    private record AssentGuest(ConnectedClient client) implements Guest {
        @Override
        public Payloads payloads(String server, boolean isTransactional) {
            return client.connect(server + (isTransactional ? TRANSACTIONAL : PLAIN), Payloads.class);
        }

        @Override
        public Account account(String server, boolean isTransactional) {
            return client.connect(server + (isTransactional ? ACCOUNT_TRANSACTIONAL : ACCOUNT), Account.class);
        }

        @Override
        public Inside inside(String server) {
            return client.connect(server + INSIDE, Inside.class);
        }

        @Override
        public UserTransaction transactions() {
            return client.transactions();
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
