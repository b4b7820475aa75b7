package dev.assent.interop;

import dev.assent.core.Assent;
import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.service.TransactionAttribute;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.iiop.IiopConfig;
import dev.assent.transport.iiop.IiopSetting;
import dev.assent.transport.iiop.IiopTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A program of Assent, as its users write one. Arguments: {@code node FOLDER PORT}, a node with books and a ledger; or
 * {@code client COORDINATOR}, a process without a transaction manager, whose transactions are begun elsewhere; then settings
 * of the IIOP transport, each as KEY=VALUE.
 */
public final class AssentParty {
    private static final String LEDGER = "ledger";

    private AssentParty() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws IOException {
        List<String> all = Arrays.asList(arguments);
        if (arguments[0].equals("client")) {
            client(arguments[1], config(all.subList(2, all.size())));
        } else {
            node(Path.of(arguments[1]), arguments[2], config(all.subList(3, all.size())));
        }
    }

    private static IiopConfig config(List<String> settings) {
        IiopConfig config = IiopConfig.defaults();
        for (String each : settings) {
            int equals = each.indexOf('=');
            config = config.with(IiopSetting.find(each.substring(0, equals)).orElseThrow(), each.substring(equals + 1));
        }
        return config;
    }

    private static void client(String coordinator, IiopConfig config) throws IOException {
        ConnectedClient client = ConnectedClient.open(coordinator, RemoteConfig.defaults());
        client.add(new IiopTransport(
                config, new TransportOwner(null, none -> null, SystemClock.INSTANCE, new SystemLoggerNotices(), null)));
        new Party(System.out)
                .serve(
                        new Party.Means(
                                client.transactions(),
                                null,
                                address -> client.connect("iiop://" + address, Books.class),
                                null),
                        "");
    }

    /** Participants are asked one after the other, so that what is prepared and told at each point is certain. */
    private static void node(Path folder, String port, IiopConfig iiop) throws IOException {
        Party party = new Party(System.out);
        Ledger ledger = new Ledger(folder.resolve(LEDGER), party::held);
        AssentConfig core = AssentConfig.defaults()
                .with(Setting.LOG_FOLDER, folder.resolve("log"))
                .with(Setting.DISPATCH, "inline");
        ConnectedNode node = ConnectedNode.open(core, RemoteConfig.defaults(), null);
        Assent assent = node.assent();
        Books own = new TransactionalBooks(assent.transactionManager(), transaction -> {
            NamedConnection connection = new NamedConnection(ledger);
            transaction.enlistResource(connection);
            return connection;
        });
        try (Assent.RecoveryPause untilAllAreThere = assent.pauseRecovery()) {
            assent.register(new LedgerResource(LEDGER, ledger));
            node.export("books", Books.class, own, TransactionAttribute.MANDATORY);
            node.add(new IiopTransport(
                    iiop.with(IiopSetting.LISTEN, "127.0.0.1:" + port)
                            .with(IiopSetting.KEY_FILE, folder.resolve("iiop.key")),
                    new TransportOwner(
                            assent.life(), node.services()::type, SystemClock.INSTANCE, assent.notices(), null)));
        }
        party.serve(
                new Party.Means(
                        assent.userTransaction(),
                        own,
                        address -> node.connect("iiop://" + address, Books.class),
                        ledger),
                "127.0.0.1:" + port + "/books");
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
