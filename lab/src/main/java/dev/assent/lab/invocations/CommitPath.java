package dev.assent.lab.invocations;

import dev.assent.core.metrics.Phase;
import dev.assent.lab.bank.Bank;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Column;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.StoredPhase;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * Where the time goes that a transaction of two servers adds to their work alone: what a client sees of it, taken apart by
 * what the coordinator and the servers have timed inside. The parts are one after the other, and add up. Immutable.
 *
 * @param phases of all experiments
 */
record CommitPath(PaperResults measured, List<StoredPhase> phases) {
    private static final String COORDINATOR = "coordinator";

    /**
     * The parts of one transaction with its log on, in microseconds.
     *
     * @param work of both servers alone, without a transaction, which all else is measured by
     * @param create the call of the coordinator that begins it
     * @param uncommitted what the two invocations take more than {@code work}: most often less, since nothing is committed in
     *     them
     * @param prepare until the databases have prepared, on average of both
     * @param votes until the servers have forced the records of their votes
     * @param asking all else until the coordinator has both votes: messages, and the slower one of two
     * @param decision until the coordinator has forced the record of its decision
     * @param commit until the databases have committed
     * @param telling all else until the coordinator has both answers
     * @param call all else that the client waits for: its call of the coordinator
     */
    record Parts(
            double work,
            double create,
            double uncommitted,
            double prepare,
            double votes,
            double asking,
            double decision,
            double commit,
            double telling,
            double call) {
        /** What no transaction manager can change: what two-phase commit asks of the databases, in percent of the work. */
        double ofDatabases() {
            return percent(uncommitted + prepare + commit);
        }

        /** The forced records of all logs, in percent of the work. */
        double ofLogs() {
            return percent(votes + decision);
        }

        /** Calls and messages, in percent of the work. */
        double ofMessages() {
            return percent(create + asking + telling + call);
        }

        double all() {
            return ofDatabases() + ofLogs() + ofMessages();
        }

        double percent(double part) {
            return 100 * part / work;
        }
    }

    /** The parts of what was measured; empty when some are missing. */
    Optional<Parts> parts(String transport, Bank bank) {
        Optional<Double> work = step(transport, bank, TwoPhaseCommit.NO_TRANSACTIONS, PaperResults.TOTAL);
        Optional<Double> create = step(transport, bank, TwoPhaseCommit.LOG_ON, "create");
        Optional<Double> commit = step(transport, bank, TwoPhaseCommit.LOG_ON, "commit");
        Optional<Double> total = step(transport, bank, TwoPhaseCommit.LOG_ON, PaperResults.TOTAL);
        Inside inside = new Inside(phases.stream()
                .filter(each -> each.key()
                        .equals(TwoPhaseCommit.key(transport, bank, TwoPhaseCommit.LOG_ON, PaperResults.TOTAL)))
                .toList());
        if (work.isEmpty() || create.isEmpty() || commit.isEmpty() || total.isEmpty() || !inside.isWhole()) {
            return Optional.empty();
        }
        double one = inside.coordinator(Phase.PREPARE);
        double decision = inside.coordinator(Phase.FORCE);
        double two = inside.coordinator(Phase.COMMIT);
        double prepare = inside.servers(Phase.PREPARE);
        double votes = inside.servers(Phase.FORCE);
        double finish = inside.servers(Phase.COMMIT);
        return Optional.of(new Parts(
                work.get(),
                create.get(),
                total.get() - create.get() - commit.get() - work.get(),
                prepare,
                votes,
                one - prepare - votes,
                decision,
                finish,
                two - finish,
                commit.get() - one - decision - two));
    }

    private Optional<Double> step(String transport, Bank bank, String scenario, String step) {
        return measured.commit(transport, bank, scenario, step).map(Summary::mean);
    }

    /** What was timed inside of the processes of one setup. */
    private record Inside(List<StoredPhase> phases) {
        private OptionalDouble mean(Phase phase, Predicate<StoredPhase> role) {
            return phases.stream()
                    .filter(each -> each.phase() == phase && role.test(each))
                    .mapToDouble(StoredPhase::micros)
                    .average();
        }

        private static boolean isCoordinator(StoredPhase phase) {
            return phase.role().equals(COORDINATOR);
        }

        /** Of every repeat alike: a phase that one lacks, all lack. */
        boolean isWhole() {
            return List.of(Phase.PREPARE, Phase.FORCE, Phase.COMMIT).stream()
                    .allMatch(phase -> mean(phase, Inside::isCoordinator).isPresent()
                            && mean(phase, each -> !isCoordinator(each)).isPresent());
        }

        double coordinator(Phase phase) {
            return mean(phase, Inside::isCoordinator).orElseThrow();
        }

        double servers(Phase phase) {
            return mean(phase, each -> !isCoordinator(each)).orElseThrow();
        }
    }

    /** A table for each database; none when nothing was timed inside. */
    void tables(List<String> transports, List<Block> blocks) {
        for (Bank bank : measured.banks("commit")) {
            List<String> known = transports.stream()
                    .filter(each -> parts(each, bank).isPresent())
                    .toList();
            if (!known.isEmpty()) {
                blocks.add(table(known, bank));
            }
        }
    }

    private interface Part {
        double of(Parts parts);
    }

    private record Row(String title, Part part) {}

    private static final List<Row> ROWS = List.of(
            new Row("create", Parts::create),
            new Row("the work itself, of which nothing is committed yet", Parts::uncommitted),
            new Row("phase one: the databases prepare", Parts::prepare),
            new Row("phase one: the servers force the records of their votes", Parts::votes),
            new Row("phase one: messages, and the slower server", Parts::asking),
            new Row("the coordinator forces its decision", Parts::decision),
            new Row("phase two: the databases commit", Parts::commit),
            new Row("phase two: messages, and the slower server", Parts::telling),
            new Row("the call that commits", Parts::call));

    private Block table(List<String> transports, Bank bank) {
        List<Column> columns = new ArrayList<>(Column.of("", "part"));
        transports.forEach(each -> columns.addAll(Column.of(each, "us", "% of the work alone")));
        List<List<String>> rows = new ArrayList<>();
        for (Row each : ROWS) {
            rows.add(row(each.title(), transports, bank, each.part()));
        }
        rows.add(row("all", transports, bank, parts -> parts.all() * parts.work() / 100));
        return new Block.Table(
                "Where the time goes that a transaction with its log on adds, " + bank.title(), columns, rows);
    }

    private List<String> row(String title, List<String> transports, Bank bank, Part part) {
        List<String> row = new ArrayList<>(List.of(title));
        for (String each : transports) {
            Parts parts = parts(each, bank).orElseThrow();
            row.add(Figures.of(part.of(parts)));
            row.add(Figures.whole(parts.percent(part.of(parts))));
        }
        return row;
    }

    /** What stands in the way of less; empty when it is not known. */
    Optional<String> sentence(String transport, Bank bank) {
        return parts(transport, bank)
                .map(parts ->
                        ("Of the %s %% that a transaction over %s adds with %s, %s are what two-phase commit asks of the"
                                        + " databases, whoever coordinates, %s forced records of logs, and %s messages and threads.")
                                .formatted(
                                        Figures.whole(parts.all()),
                                        transport,
                                        bank.title(),
                                        Figures.whole(parts.ofDatabases()),
                                        Figures.whole(parts.ofLogs()),
                                        Figures.whole(parts.ofMessages())));
    }
}
