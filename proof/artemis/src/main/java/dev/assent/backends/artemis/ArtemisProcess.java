package dev.assent.backends.artemis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

/**
 * The process of an {@link ArtemisServer}. It serves until its input ends, so it does not stay behind when
 * the process that started it dies.
 */
final class ArtemisProcess {
    private static final int JOURNAL_FILE_BYTES = 1 << 20;

    /** How often branches that took too long are looked for; the broker's own value is 1 s. */
    private static final int TIMEOUT_SCAN_MILLIS = 100;

    private ArtemisProcess() {}

    /** Arguments: the port, the folder of the data, and the names of the queues. */
    public static void main(String[] arguments) throws Exception {
        List<String> all = List.of(arguments);
        EmbeddedActiveMQ server = new EmbeddedActiveMQ();
        server.setConfiguration(configuration(all.get(0), Path.of(all.get(1)), all.subList(2, all.size())));
        server.setSecurityManager(security());
        server.start();
        awaitEndOfInput();
        server.stop();
        Runtime.getRuntime().halt(0);
    }

    private static Configuration configuration(String port, Path folder, List<String> queues) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setName("assent")
                .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port + "?useEpoll=false;protocols=CORE")
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setLargeMessagesDirectory(folder.resolve("large").toString())
                .setPersistenceEnabled(true)
                .setJournalType(JournalType.NIO)
                .setJournalSyncTransactional(true)
                .setJournalSyncNonTransactional(true)
                .setJournalDatasync(true)
                .setJournalFileSize(JOURNAL_FILE_BYTES)
                .setTransactionTimeoutScanPeriod(TIMEOUT_SCAN_MILLIS)
                .setJMXManagementEnabled(false)
                // the tests handle a full disk themselves
                .setMaxDiskUsage(-1)
                .addAddressSetting("#", settings())
                .addAddressSetting(ArtemisServer.LIMITED + "#", settings().setMaxDeliveryAttempts(3));
        configuration.putSecurityRoles("#", Set.of(everything()));
        for (String queue : queues) {
            configuration.addQueueConfiguration(QueueConfiguration.of(queue)
                    .setRoutingType(RoutingType.ANYCAST)
                    .setDurable(true));
        }
        return configuration;
    }

    /** No limit, since a test may roll back as often as it likes. */
    private static AddressSettings settings() {
        return new AddressSettings()
                .setAutoCreateAddresses(false)
                .setAutoCreateQueues(false)
                .setMaxDeliveryAttempts(-1);
    }

    private static Role everything() {
        return new Role(ArtemisServer.USER, true, true, true, true, true, true, true, true, true, true, true, true);
    }

    private static ActiveMQJAASSecurityManager security() {
        SecurityConfiguration users = new SecurityConfiguration(
                Map.of(ArtemisServer.USER, ArtemisServer.PASSWORD),
                Map.of(ArtemisServer.USER, List.of(ArtemisServer.USER)));
        return new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users);
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // nobody writes to it
        }
    }
}
