package dev.assent.server.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assent.backends.Database;
import dev.assent.server.HelpOption;
import dev.assent.server.Main;
import dev.assent.server.OptionRefusal;
import dev.assent.server.processes.ProcessWire;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code explain} with its options. Confined to one thread. */
@Command(
        name = "explain",
        header = "Shows one transfer in four processes: every message, every forced write, every XA call.",
        description = {
            "",
            "Starts two database servers and the four processes of the demo, and makes some transfers. Then it makes"
                    + " one more and shows its steps, each with its time, its process and how long it took, and for a"
                    + " message its bytes. It leaves no process and no file behind.",
            ""
        },
        sortOptions = false)
public final class ExplainCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    private Database database = Database.POSTGRESQL;

    @Option(names = "--json", arity = "0", order = 1, description = "As JSON, {\"steps\": [...]}, for programs.")
    private boolean json;

    @Mixin
    private final HelpOption help = new HelpOption();

    @Option(
            names = "--database",
            paramLabel = "NAME",
            order = 2,
            defaultValue = "postgresql",
            description = "postgresql, mariadb or derby; default $" + "{DEFAULT-VALUE}.")
    private void setDatabase(String value) {
        try {
            database = Database.of(value);
        } catch (IllegalArgumentException unknown) {
            throw OptionRefusal.of(Objects.requireNonNull(spec), "--database", value, Database.keys());
        }
    }

    @Override
    public Integer call() throws Exception {
        DemoOptions options =
                new DemoOptions(4, ProcessWire.NATIVE, List.of(database, database), 1, 1, DemoOptions.Tour.FEW, false);
        Terminal terminal = Terminal.ofThisProcess();
        try (Premises premises = new Premises(options, terminal)) {
            return premises.run(() -> explain(premises, terminal), Main.FAILURE);
        }
    }

    private int explain(Premises premises, Terminal terminal) throws Exception {
        var banks = premises.startBanks();
        Explanation explanation = premises.let(servers -> new Explanation(servers, premises.folder(), banks));
        Sequence sequence = explanation.make();
        if (json) {
            Map<String, Object> all = Map.of(
                    "steps",
                    sequence.steps().stream().map(Sequence.Step::fields).toList());
            PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
            out.println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(all));
            out.flush();
        } else {
            terminal.line(
                    terminal.bold("One transfer: client, coordinator, and a bank server in the north and the south"));
            terminal.line("");
            sequence.show(terminal);
        }
        return Main.SUCCESS;
    }
}
