package dev.assent.interop;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.node.ServingNode;
import dev.assent.remote.transport.TransportProviders;
import dev.assent.remote.transport.Transports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A program of Assent, as its users write one. Arguments: {@code node FOLDER ADDRESS}, a node with books and a ledger, at an
 * address such as {@code iiop://127.0.0.1:3528}; or {@code client COORDINATOR ADDRESS}, a process without a transaction
 * manager, whose transactions are begun at that address, and which listens at the other, or nowhere when it is a scheme and
 * ':'; then settings of the transport, each as KEY=VALUE.
 */
public final class AssentParty {
    private static final String LEDGER = "ledger";

    /** The first call to a peer may take long on a busy machine. */
    private static final int CALL_MILLIS_MAX = 100_000;

    /** Longer than a busy machine takes. */
    private static final int TRANSACTION_SECONDS_MAX = 300;

    private AssentParty() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> settings = Arrays.stream(arguments)
                .filter(each -> each.contains("="))
                .map(each -> each.split("=", 2))
                .collect(Collectors.toMap(each -> each[0], each -> each[1]));
        if (arguments[0].equals("client")) {
            client(arguments[1], arguments[2], settings);
        } else {
            node(Path.of(arguments[1]), arguments[2], settings);
        }
    }

    private static void client(String coordinator, String listen, Map<String, String> settings) throws IOException {
        ConnectedClient client = ConnectedClient.open(coordinator, RemoteConfig.defaults());
        client.add(listen, settings);
        String scheme = Transports.scheme(coordinator);
        new Party(System.out)
                .serve(
                        new Party.Means(
                                client.transactions(),
                                null,
                                address -> client.connect(scheme + "://" + address, Books.class),
                                null),
                        "");
    }

    /**
     * The node asks its participants one after the other, so that it is certain which are prepared, and which know the
     * decision, at each point.
     */
    private static void node(Path folder, String listen, Map<String, String> settings) throws IOException {
        Party party = new Party(System.out);
        Ledger ledger = new Ledger(folder.resolve(LEDGER), party::held);
        AssentConfig core = AssentConfig.defaults()
                .with(Setting.LOG_FOLDER, folder.resolve("log"))
                .with(Setting.TRANSACTION_TIMEOUT_SECONDS, TRANSACTION_SECONDS_MAX)
                .with(Setting.DISPATCH, "inline");
        RemoteConfig remote = RemoteConfig.defaults().with(RemoteSetting.CALL_TIMEOUT_MILLIS, CALL_MILLIS_MAX);
        ConnectedNode node = ConnectedNode.open(core, remote);
        Assent assent = node.assent();
        Books own = new TransactionalBooks(assent.transactionManager(), transaction -> {
            NamedConnection connection = new NamedConnection(ledger);
            transaction.enlistResource(connection);
            return connection;
        });
        try (Assent.RecoveryPause untilAllAreThere = assent.pauseRecovery()) {
            assent.register(new LedgerResource(LEDGER, ledger));
            node.export("books", Books.class, own, CallTransaction.MANDATORY);
            node.add(TransportProviders.found()
                    .of(listen)
                    .configure("wire", listen, settings)
                    .make(ServingNode.owner(node, null)));
        }
        String scheme = Transports.scheme(listen);
        party.serve(
                new Party.Means(
                        assent.userTransaction(),
                        own,
                        address -> node.connect(scheme + "://" + address, Books.class),
                        ledger),
                listen.substring(scheme.length() + 3) + "/books");
    }

    private static final class NamedConnection extends LedgerConnection implements dev.assent.core.xa.NamedXaResource {
        NamedConnection(Ledger ledger) {
            super(ledger);
        }

        @Override
        public String resourceName() {
            return LEDGER;
        }
    }
}
