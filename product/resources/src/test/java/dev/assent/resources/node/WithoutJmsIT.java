package dev.assent.resources.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.resources.jms.JmsPoolConfig;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose class path has neither the interfaces of Jakarta Messaging nor a broker's client. */
@Fast
class WithoutJmsIT {
    @TempDir
    Path folder;

    /** The main class of that node's process. */
    static final class Configuring {
        private Configuring() {}

        /** Argument: a node's file. */
        public static void main(String[] arguments) throws Exception {
            try {
                System.out.println(NodeConfig.read(Path.of(arguments[0])));
            } catch (IllegalArgumentException refused) {
                System.out.println(refused.getMessage());
            }
        }
    }

    private String configured(String... lines) throws Exception {
        Path file = Files.write(folder.resolve("node.properties"), Arrays.asList(lines));
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> !each.contains("jakarta.jms") && !each.contains("artemis"))
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        Configuring.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    @Test
    void databasesWorkAndABrokerIsToldToBeMissing() throws Exception {
        assertThat(configured(
                        "resource.orders.type = jdbc",
                        "resource.orders.xa-data-source = org.postgresql.xa.PGXADataSource"))
                .isEqualTo("orders (jdbc)\n");
        assertThat(configured(
                        "resource.queues.type = jms",
                        "resource.queues." + JmsPoolConfig.CONNECTION_FACTORY + " = some.Factory"))
                .contains("ASSENT-", "queues", "jms", "jakarta/jms/");
    }
}
