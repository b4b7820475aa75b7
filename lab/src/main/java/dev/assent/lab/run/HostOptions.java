package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.network.Hosts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** On which hosts roles run. Thread safety: one thread. */
final class HostOptions {
    private static final int HOSTS_MAX = 2;

    /** With the published numbers of calls a method then takes an hour. */
    private static final int DELAY_MILLIS_MAX = 100;

    @Option(
            names = "--hosts",
            paramLabel = "1|2",
            defaultValue = "1",
            description = "2: the client has its own host, a network namespace, behind a cable of 100 Mb/s"
                    + " (default ${DEFAULT-VALUE})")
    private int hosts;

    @Option(names = "--swap", description = "with --hosts 2: the client has the second host, and all others the first")
    private boolean isSwapped;

    @Option(names = "--pin", description = "all processes of a host share one processor (taskset)")
    private boolean isPinned;

    @Option(
            names = "--delay",
            paramLabel = "MILLIS",
            description = "relays simulate a WAN: this delay between any two processes, each way"
                    + " (1 to 100; default: no relays)")
    private @Nullable Integer delayMillis;

    Hosts.Wanted wanted() {
        RunCommand.requireWithin("--hosts", hosts, HOSTS_MAX);
        if (delayMillis != null) {
            RunCommand.requireWithin("--delay", delayMillis, DELAY_MILLIS_MAX);
        }
        if (isSwapped && hosts == 1) {
            throw new IllegalArgumentException(MESSAGES.optionAlone("--swap", "--hosts 2"));
        }
        return new Hosts.Wanted(hosts, isSwapped, isPinned, delayMillis == null ? 0 : delayMillis);
    }
}
