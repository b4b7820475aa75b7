package dev.assent.server.demo;

import dev.assent.server.crash.Bank;
import dev.assent.server.crash.CrashWorld;
import dev.assent.server.crash.Oracle;
import java.util.List;

/** The demo from its beginning to its end: servers, transfers, crash tour, oracle. Confined to one thread. */
final class Demo {
    private final DemoOptions options;
    private final Terminal terminal;
    private final Premises premises;

    Demo(DemoOptions options, Terminal terminal, Premises premises) {
        this.options = options;
        this.terminal = terminal;
        this.premises = premises;
    }

    /**
     * Runs it, and reports everything on the terminal.
     *
     * @return whether all is well, by the data in the databases
     * @throws Exception when something could not be done at all; the message is for people
     */
    boolean run() throws Exception {
        terminal.line(terminal.bold("Assent demo: two banks, ten accounts each, every transfer one transaction"));
        terminal.line("");
        List<Bank> banks = startBanks();
        boolean durable = isDurable(new Oracle(banks), banks);

        Stage stage = new Stage(options, terminal, premises.folder(), banks);
        DemoForm acts = premises.let(servers ->
                options.processes() == 1 ? new OneProcess(stage, servers) : new FourProcessForm(stage, servers));
        heading("Transfers");
        acts.transfer();

        heading(acts.tourTitle());
        boolean recovered = acts.tour();

        heading("Oracle: reads the databases, not Assent");
        boolean atomic = isWell(acts.examine());
        terminal.line("");
        boolean well = durable && recovered && atomic;
        terminal.line(well ? terminal.good("All is well.") : terminal.bad("Something is wrong: see above."));
        String longerTour = acts.longerTour();
        if (well && !longerTour.isEmpty()) {
            terminal.line(longerTour);
        }
        return well;
    }

    private void heading(String text) {
        terminal.line("");
        terminal.line(terminal.bold(text));
    }

    private List<Bank> startBanks() throws Exception {
        long began = System.nanoTime();
        List<Bank> banks = premises.startBanks();
        double seconds = (System.nanoTime() - began) / 1e9;
        terminal.line(Text.of("  two servers in %.1f s, on 127.0.0.1", seconds));
        for (Bank bank : banks) {
            terminal.line(Text.of("  %s is %s on port %d", bank.name(), bank.version(), bank.port()));
        }
        return banks;
    }

    private boolean isDurable(Oracle oracle, List<Bank> banks) throws Exception {
        DemoFolder folder = premises.folder();
        List<String> violations = oracle.durability();
        if (violations.isEmpty()) {
            for (Bank bank : banks) {
                terminal.line("  " + bank.name() + " says: " + bank.durability());
            }
        }
        violations.forEach(each -> terminal.line("  " + terminal.bad(each)));
        terminal.line("  data in " + folder.path() + " (" + folder.fileSystem() + ")");
        if (folder.isInMemory()) {
            terminal.line(
                    "  " + terminal.bad("that is memory: forced writes cost nothing there, so the times say little;"));
            terminal.line("  " + terminal.bad("ASSENT_JAVA_OPTS=-Djava.io.tmpdir=FOLDER takes it to a disk"));
        }
        return violations.isEmpty();
    }

    private boolean isWell(Oracle.Finding finding) {
        if (finding.isWell()) {
            terminal.line(Text.of("  the total is %,d, as it was at first", finding.total()));
            terminal.line(Text.of(
                    "  %,d transfers are at both banks, all that were reported as committed and no other",
                    finding.transfers()));
            terminal.line(Text.of(
                    "  each of the %d balances is what its bank's journal makes of it",
                    CrashWorld.NAMES.size() * Bank.ACCOUNTS));
            terminal.line("  no prepared transaction is left in either server");
        }
        finding.violations().forEach(each -> terminal.line("  " + terminal.bad(each)));
        return finding.isWell();
    }
}
