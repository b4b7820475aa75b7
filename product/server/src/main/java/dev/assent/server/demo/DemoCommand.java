package dev.assent.server.demo;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.backends.Database;
import dev.assent.server.HelpOption;
import dev.assent.server.Main;
import dev.assent.server.OptionRefusal;
import dev.assent.server.Range;
import dev.assent.server.processes.ProcessWire;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code demo} with its options. Confined to one thread. */
@Command(
        name = "demo",
        header = "Transfers money between two database servers, with a kill -9 at every fault point.",
        description = {
            "",
            "Starts two database servers with durability on, ten accounts each, and four processes: a client without a"
                    + " transaction manager, a coordinator, and a bank server for each database. Several threads of the"
                    + " client make transfers, each in one transaction over both. Then comes a crash tour: kill -9"
                    + " ends a process at one of its fault points; a new process with the same log recovers.",
            "",
            "In the end the demo reads the databases without Assent: no money is lost or made, no transfer is half"
                    + " done, no prepared transaction is left. Only then is the exit status 0. The demo leaves no"
                    + " process and no file behind.",
            ""
        },
        sortOptions = false)
public final class DemoCommand implements Callable<Integer> {
    private static final int BANKS = 2;
    private static final List<String> PROCESSES = List.of("1", "4");
    private static final String ALL = "all";
    private static final Range TRANSFERS = new Range(1, 1_000_000);
    private static final Range THREADS = new Range(1, 64);

    @Spec
    private @Nullable CommandSpec spec;

    private List<Database> databases = List.of();
    private int processes;
    private int transfers;
    private List<ProcessWire> wires = List.of(ProcessWire.NATIVE);
    private int threads;
    private DemoOptions.@Nullable Tour tour;

    @Option(
            names = "--keep",
            arity = "0",
            order = 7,
            description = "Keep the data and the logs, and say where they are.")
    private boolean keep;

    @Mixin
    private final HelpOption help = new HelpOption();

    @Option(
            names = "--processes",
            paramLabel = "1|4",
            order = 1,
            defaultValue = "4",
            description = "Processes that share a transaction: 4, or 1 that works with both databases itself; default $"
                    + "{DEFAULT-VALUE}.")
    private void setProcesses(String value) {
        if (!PROCESSES.contains(value)) {
            throw OptionRefusal.of(spec(), "--processes", value, String.join(", ", PROCESSES));
        }
        processes = Integer.parseInt(value);
    }

    @Option(
            names = "--tour",
            paramLabel = "NAME",
            order = 6,
            description =
                    "With four processes: one, which is a single stop; few, which is ten stops and 4 random kills;"
                            + " points, which is every fault point of each process; or full, which is points and 200 random"
                            + " kills; default few.")
    private void setTour(String value) {
        tour = Arrays.stream(DemoOptions.Tour.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(value))
                .findFirst()
                .orElseThrow(() -> OptionRefusal.of(spec(), "--tour", value, "one, few, points, full"));
    }

    @Option(
            names = "--database",
            paramLabel = "NAME[,NAME]",
            order = 2,
            defaultValue = "postgresql",
            description = "postgresql, mariadb or derby: one name for both banks, or two with a comma between;"
                    + " default $" + "{DEFAULT-VALUE}.")
    private void setDatabases(String value) {
        String allowed = Database.keys() + ", or two of them with a comma between";
        try {
            List<Database> named =
                    Stream.of(value.split(",", -1)).map(Database::of).toList();
            if (named.size() <= BANKS) {
                databases = List.of(named.get(0), named.get(named.size() - 1));
                return;
            }
        } catch (IllegalArgumentException unknown) {
            // refused below, as all that is not allowed
        }
        throw OptionRefusal.of(spec(), "--database", value, allowed);
    }

    @Option(
            names = "--transfers",
            paramLabel = "1..1000000",
            order = 3,
            defaultValue = "2000",
            description = "Transfers to make before the crash tour; default $" + "{DEFAULT-VALUE}.")
    private void setTransfers(String value) {
        transfers = TRANSFERS.check(spec(), "--transfers", value);
    }

    @Option(
            names = "--threads",
            paramLabel = "1..64",
            order = 4,
            defaultValue = "4",
            description = "Threads that make transfers; default $" + "{DEFAULT-VALUE}.")
    private void setThreads(String value) {
        threads = THREADS.check(spec(), "--threads", value);
    }

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            order = 5,
            defaultValue = "native",
            description = "The transport of four processes: native; iiop, which is CORBA; soap, which is"
                    + " WS-AtomicTransaction; or all, one demo after the other; default $" + "{DEFAULT-VALUE}.")
    private void setTransport(String value) {
        wires = value.equals(ALL)
                ? List.of(ProcessWire.values())
                : List.of(ProcessWire.find(value)
                        .orElseThrow(() ->
                                OptionRefusal.of(spec(), "--transport", value, ProcessWire.names() + ", " + ALL)));
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec);
    }

    @Override
    public Integer call() throws Exception {
        DemoOptions.Tour made = tour();
        if (processes == 1 && !wires.equals(List.of(ProcessWire.NATIVE))) {
            String named = wires.size() == 1 ? wires.get(0).toString() : ALL;
            throw OptionRefusal.of(spec(), "--transport", named, "native, with --processes 1");
        }
        wires.forEach(ProcessWire::require);
        Terminal terminal = Terminal.ofThisProcess();
        for (ProcessWire each : wires) {
            if (!run(new DemoOptions(processes, each, databases, transfers, threads, made, keep), terminal)) {
                terminal.line(terminal.bad(MESSAGES.demoWrong()));
                return Main.FAILURE;
            }
        }
        return Main.SUCCESS;
    }

    /** One process has one tour: every point. */
    private DemoOptions.Tour tour() {
        DemoOptions.Tour named = tour;
        if (processes != 1) {
            return named == null ? DemoOptions.Tour.FEW : named;
        }
        if (named != null && named != DemoOptions.Tour.POINTS) {
            throw OptionRefusal.of(
                    spec(), "--tour", named.name().toLowerCase(Locale.ROOT), "points, with --processes 1");
        }
        return DemoOptions.Tour.POINTS;
    }

    private static boolean run(DemoOptions options, Terminal terminal) throws Exception {
        try (Premises premises = new Premises(options, terminal)) {
            return premises.run(new Demo(options, terminal, premises)::run, false);
        }
    }
}
