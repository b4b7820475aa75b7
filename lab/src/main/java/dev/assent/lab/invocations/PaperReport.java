package dev.assent.lab.invocations;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.experiment.Bank;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Block.Bar;
import dev.assent.lab.report.Block.Chart;
import dev.assent.lab.report.Block.Group;
import dev.assent.lab.report.Block.Heading;
import dev.assent.lab.report.Block.Pair;
import dev.assent.lab.report.Block.Paragraph;
import dev.assent.lab.report.Block.Table;
import dev.assent.lab.report.Figures;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.Summary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The report on this paper: its figures drawn anew, beside those that were measured. Immutable. */
public final class PaperReport {
    private static final String MICROS = "us";
    private static final String MILLIS = "ms";
    private static final List<String> DEMARCATION = List.of("create", "commit");
    private static final List<String> TRANSFER = List.of("create", "invocation 1", "invocation 2", "commit");

    private final Measured measured;
    private final Results results;

    /** On these results. */
    public PaperReport(Results results) {
        this.results = results;
        this.measured = new Measured(results);
    }

    /** What the paper says, and what has become of it. */
    public List<Block> claims() {
        List<List<String>> rows = new ArrayList<>();
        for (Claim claim : Claims.ALL) {
            Claim.Finding finding = claim.find(results);
            rows.add(List.of(claim.text(), claim.published(), finding.verdict().toString(), finding.measured()));
        }
        return List.of(
                new Heading(2, "What the paper says, and what is so today"),
                new Block.Words(
                        "JBoss Remoting, a server's own transport, is compared with Assent's native one",
                        List.of("claim", "published", "verdict", "measured"),
                        rows));
    }

    /** All of an experiment; nothing when nothing of it was measured. */
    public List<Block> section(Experiment experiment) {
        List<String> transports = measured.transports(experiment.name());
        if (transports.isEmpty()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>(List.of(
                new Heading(2, experiment.title()),
                new Paragraph(experiment.claim(), false),
                new Paragraph(experiment.method(), true)));
        switch (experiment.name()) {
            case "plain" -> plain(experiment, transports, blocks);
            case "context" -> context(experiment, transports, blocks);
            case "demarcation" -> demarcation(experiment, transports, blocks);
            case "commit" -> commit(experiment, transports, blocks);
            default -> clients(transports, blocks);
        }
        return blocks;
    }

    // ---- experiments 1 and 2

    private void plain(Experiment experiment, List<String> transports, List<Block> blocks) {
        Published published = experiment.published();
        blocks.add(new Pair(
                methods(
                        "Published",
                        MILLIS,
                        published.transports(),
                        (method, transport) -> published
                                .find(transport, "", method.method(), Measured.CALL)
                                .map(Published.Figure::millis)),
                methods(
                        "Measured",
                        MICROS,
                        transports,
                        (method, transport) -> measured.plain(transport, method).map(Summary::mean))));
        blocks.add(times("plain", "Mean time of a call", transports, published));
        blocks.add(bytes(published, "plain", transports));
        blocks.add(ratios(transports, published));
    }

    private interface Look {
        Optional<Double> at(Payload method, String transport);
    }

    /** A bar for each transport, of its own colour, in a group for each method. */
    private static Chart methods(String title, String unit, List<String> transports, Look look) {
        List<Group> groups = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<Bar> bars = new ArrayList<>();
            for (int i = 0; i < transports.size(); i++) {
                Optional<Double> value = look.at(method, transports.get(i));
                if (value.isPresent()) {
                    bars.add(new Bar(transports.get(i), only(i, transports.size(), value.get())));
                }
            }
            if (!bars.isEmpty()) {
                groups.add(new Group(method.method(), bars));
            }
        }
        return new Chart(title, unit, transports, groups);
    }

    private static List<Double> only(int at, int size, double value) {
        List<Double> values = new ArrayList<>(Collections.nCopies(size, 0.0));
        values.set(at, value);
        return values;
    }

    private Table times(String experiment, String caption, List<String> transports, Published published) {
        List<String> header = new ArrayList<>(List.of("method"));
        published.transports().forEach(each -> header.add(each + ", published, ms"));
        transports.forEach(each -> header.addAll(List.of(each + ", us", "95 %", "median", "99 %")));
        List<List<String>> rows = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<String> row = new ArrayList<>(List.of(method.method()));
            published
                    .transports()
                    .forEach(each -> row.add(published
                            .find(each, "", method.method(), Measured.CALL)
                            .map(figure -> Figures.of(figure.millis()))
                            .orElse("")));
            transports.forEach(
                    each -> row.addAll(cells(results.find(experiment, each, method.method(), Measured.CALL))));
            rows.add(row);
        }
        return new Table(caption, header, rows);
    }

    private static List<String> cells(Optional<Summary> found) {
        return found.map(each -> List.of(
                        Figures.of(each.mean()) + (each.isNoisy() || each.isUnsteady() ? " ?" : ""),
                        Figures.around(each.low(), each.high()),
                        Figures.of(each.median()),
                        Figures.of(each.p99())))
                .orElse(List.of("", "", "", ""));
    }

    private Table bytes(Published published, String experiment, List<String> transports) {
        List<String> header = new ArrayList<>(List.of("method"));
        published.transports().forEach(each -> header.add(each + ", published"));
        transports.forEach(each -> header.addAll(List.of(each, "packets")));
        List<List<String>> rows = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<String> row = new ArrayList<>(List.of(method.method()));
            published
                    .transports()
                    .forEach(each -> row.add(published
                            .find(each, "", method.method(), Measured.CALL)
                            .map(figure -> Figures.whole(figure.bytes()))
                            .orElse("")));
            transports.forEach(each -> {
                Optional<Summary> found = results.find(experiment, each, method.method(), Measured.CALL);
                row.add(found.map(one -> Figures.whole(one.bytes())).orElse(""));
                row.add(found.map(one -> Figures.of(one.packets())).orElse(""));
            });
            rows.add(row);
        }
        return new Table("Bytes of request and reply", header, rows);
    }

    /** To the fastest of each column's own kind, so that machines of two decades can be compared. */
    private Table ratios(List<String> transports, Published published) {
        List<String> header = new ArrayList<>(List.of("method"));
        published.transports().forEach(each -> header.add(each + ", published"));
        transports.forEach(header::add);
        List<List<String>> rows = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<String> row = new ArrayList<>(List.of(method.method()));
            double least = published.transports().stream()
                    .flatMap(each -> published.find(each, "", method.method(), Measured.CALL).stream())
                    .mapToDouble(Published.Figure::millis)
                    .min()
                    .orElse(Double.NaN);
            published
                    .transports()
                    .forEach(each -> row.add(published
                            .find(each, "", method.method(), Measured.CALL)
                            .map(figure -> Figures.ratio(figure.millis(), least))
                            .orElse("")));
            double fastest = transports.stream()
                    .filter(each -> !each.equals("tcp"))
                    .flatMap(each -> measured.plain(each, method).stream())
                    .mapToDouble(Summary::mean)
                    .min()
                    .orElse(Double.NaN);
            transports.forEach(each -> row.add(measured.plain(each, method)
                    .map(found -> Figures.ratio(found.mean(), fastest))
                    .orElse("")));
            rows.add(row);
        }
        return new Table("Time, of that of the fastest transport (tcp is none)", header, rows);
    }

    private void context(Experiment experiment, List<String> transports, List<Block> blocks) {
        Published published = experiment.published();
        Published plain = new PlainInvocations().published();
        blocks.add(new Pair(
                stackedMethods(
                        "Published: the call, and what the context adds",
                        MILLIS,
                        published.transports(),
                        (method, transport) -> plain.find(transport, "", method.method(), Measured.CALL)
                                .map(Published.Figure::millis),
                        (method, transport) -> published
                                .find(transport, "", method.method(), Measured.CALL)
                                .map(Published.Figure::millis)),
                stackedMethods(
                        "Measured: the call, and what the context adds",
                        MICROS,
                        transports,
                        (method, transport) -> measured.plain(transport, method).map(Summary::mean),
                        (method, transport) ->
                                measured.inTransaction(transport, method).map(Summary::mean))));
        blocks.add(times("context", "Mean time of a call in a transaction", transports, published));
        blocks.add(contextTable(transports, published, plain));
    }

    private static Chart stackedMethods(String title, String unit, List<String> transports, Look without, Look within) {
        List<String> series = new ArrayList<>(transports);
        series.add("context");
        List<Group> groups = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<Bar> bars = new ArrayList<>();
            for (int i = 0; i < transports.size(); i++) {
                Optional<Double> plain = without.at(method, transports.get(i));
                Optional<Double> all = within.at(method, transports.get(i));
                if (plain.isPresent() && all.isPresent()) {
                    List<Double> values = only(i, series.size(), Math.min(plain.get(), all.get()));
                    values.set(transports.size(), Math.max(0, all.get() - plain.get()));
                    bars.add(new Bar(transports.get(i), values));
                }
            }
            if (!bars.isEmpty()) {
                groups.add(new Group(method.method(), bars));
            }
        }
        return new Chart(title, unit, series, groups);
    }

    private Table contextTable(List<String> transports, Published published, Published plain) {
        List<String> header = new ArrayList<>(List.of("method"));
        published.transports().forEach(each -> header.addAll(List.of(each + ", published, ms", "bytes")));
        transports.forEach(each -> header.addAll(List.of(each + ", us", "bytes")));
        List<List<String>> rows = new ArrayList<>();
        for (Payload method : Payload.values()) {
            List<String> row = new ArrayList<>(List.of(method.method()));
            for (String each : published.transports()) {
                Optional<Published.Figure> in = published.find(each, "", method.method(), Measured.CALL);
                Optional<Published.Figure> out = plain.find(each, "", method.method(), Measured.CALL);
                boolean isThere = in.isPresent() && out.isPresent();
                row.add(isThere ? Figures.of(in.get().millis() - out.get().millis()) : "");
                row.add(isThere ? Figures.whole(in.get().bytes() - out.get().bytes()) : "");
            }
            for (String each : transports) {
                row.add(measured.contextMicros(each, method).map(Figures::of).orElse(""));
                row.add(measured.contextBytes(each, method).map(Figures::whole).orElse(""));
            }
            rows.add(row);
        }
        return new Table("What a context adds", header, rows);
    }

    // ---- experiment 3

    private void demarcation(Experiment experiment, List<String> transports, List<Block> blocks) {
        Published published = experiment.published();
        List<Group> then = published.transports().stream()
                .map(each -> new Group(
                        each, List.of(new Bar(each, steps(published, each, "", "remote client", DEMARCATION)))))
                .toList();
        List<Group> now = new ArrayList<>();
        for (String transport : transports) {
            now.add(new Group(
                    transport,
                    List.of(new Bar(
                            "remote client", values(DEMARCATION, step -> measured.demarcation(transport, step))))));
            now.add(new Group(
                    transport + ", inside",
                    List.of(new Bar(
                            "inside the server",
                            values(DEMARCATION, step -> measured.demarcationInside(transport, step))))));
        }
        blocks.add(new Pair(
                new Chart("Published", MILLIS, DEMARCATION, then), new Chart("Measured", MICROS, DEMARCATION, now)));
        blocks.add(stepTable(
                "Time and bytes of a transaction",
                published,
                List.of("create", "commit", Measured.TOTAL),
                keys("demarcation")));
    }

    private static List<Double> steps(
            Published published, String transport, String scenario, String subject, List<String> steps) {
        return steps.stream()
                .map(step -> published
                        .find(transport, scenario, subject, step)
                        .map(Published.Figure::millis)
                        .orElse(0.0))
                .toList();
    }

    private interface Found {
        Optional<Summary> of(String step);
    }

    private static List<Double> values(List<String> steps, Found found) {
        return steps.stream()
                .map(step -> found.of(step).map(Summary::mean).orElse(0.0))
                .toList();
    }

    /** What was measured in an experiment, each once for all of its steps. */
    private List<Measure.Key> keys(String experiment) {
        return results.keys()
                .filter(key -> key.experiment().equals(experiment))
                .map(PaperReport::withoutStep)
                .distinct()
                .sorted((one, other) -> title(one).compareTo(title(other)))
                .toList();
    }

    private static Measure.Key withoutStep(Measure.Key key) {
        return withStep(key, "");
    }

    private static Measure.Key withStep(Measure.Key key, String step) {
        return new Measure.Key(
                key.experiment(), key.transport(), key.bank(), key.scenario(), key.subject(), key.clients(), step);
    }

    private static String title(Measure.Key key) {
        return Stream.of(
                        key.transport(),
                        key.bank().equals("none") ? "" : key.bank(),
                        key.scenario(),
                        key.scenario().isEmpty() ? key.subject() : "",
                        key.clients() == 1 ? "" : key.clients() + " clients")
                .filter(each -> !each.isEmpty())
                .reduce((one, other) -> one + ", " + other)
                .orElse("");
    }

    private Table stepTable(String caption, Published published, List<String> steps, List<Measure.Key> keys) {
        List<String> header = new ArrayList<>(List.of(""));
        steps.forEach(each -> header.addAll(List.of(each, "95 %")));
        header.addAll(List.of("median", "99 %", "bytes", "packets"));
        List<List<String>> rows = new ArrayList<>();
        for (Published.Figure total : published.all()) {
            if (total.step().equals(Measured.TOTAL)) {
                rows.add(publishedRow(published, total, steps));
            }
        }
        for (Measure.Key key : keys) {
            List<String> row = new ArrayList<>(List.of(title(key) + ", us"));
            for (String step : steps) {
                Optional<Summary> found = results.find(withStep(key, step));
                row.add(found.map(each -> Figures.of(each.mean())).orElse(""));
                row.add(found.map(each -> Figures.around(each.low(), each.high()))
                        .orElse(""));
            }
            Optional<Summary> total = results.find(withStep(key, Measured.TOTAL));
            row.add(total.map(each -> Figures.of(each.median())).orElse(""));
            row.add(total.map(each -> Figures.of(each.p99())).orElse(""));
            row.add(total.map(each -> Figures.whole(each.bytes())).orElse(""));
            row.add(total.map(each -> Figures.of(each.packets())).orElse(""));
            rows.add(row);
        }
        return new Table(caption, header, rows);
    }

    private static List<String> publishedRow(Published published, Published.Figure total, List<String> steps) {
        String scenario = total.scenario().isEmpty() ? "" : ", " + total.scenario();
        List<String> row = new ArrayList<>(List.of(total.transport() + scenario + ", published, ms"));
        for (String step : steps) {
            row.add(published
                    .find(total.transport(), total.scenario(), total.subject(), step)
                    .map(each -> Figures.of(each.millis()))
                    .orElse(""));
            row.add("");
        }
        row.addAll(List.of("", "", Figures.whole(total.bytes()), ""));
        return row;
    }

    // ---- experiment 4

    private void commit(Experiment experiment, List<String> transports, List<Block> blocks) {
        Published published = experiment.published();
        List<String> series = new ArrayList<>(List.of("without a transaction"));
        series.addAll(TRANSFER);
        List<Group> then = new ArrayList<>();
        for (String each : published.transports()) {
            double without = published
                    .find(each, TwoPhaseCommit.NO_TRANSACTIONS, "transfer", Measured.TOTAL)
                    .map(Published.Figure::millis)
                    .orElse(0.0);
            List<Double> with = new ArrayList<>(List.of(0.0));
            with.addAll(steps(published, each, TwoPhaseCommit.LOG_ON, "transfer", TRANSFER));
            then.add(new Group(
                    each,
                    List.of(
                            new Bar(TwoPhaseCommit.NO_TRANSACTIONS, only(0, series.size(), without)),
                            new Bar(TwoPhaseCommit.LOG_ON, with))));
        }
        for (Bank bank : measured.banks("commit")) {
            List<Group> now = new ArrayList<>();
            for (String each : transports) {
                List<Bar> bars = new ArrayList<>();
                measured.commit(each, bank, TwoPhaseCommit.NO_TRANSACTIONS, Measured.TOTAL)
                        .ifPresent(found -> bars.add(
                                new Bar(TwoPhaseCommit.NO_TRANSACTIONS, only(0, series.size(), found.mean()))));
                for (String scenario : List.of(TwoPhaseCommit.LOG_OFF, TwoPhaseCommit.LOG_ON)) {
                    List<Double> with = new ArrayList<>(List.of(0.0));
                    with.addAll(values(TRANSFER, step -> measured.commit(each, bank, scenario, step)));
                    bars.add(new Bar(scenario, with));
                }
                now.add(new Group(each, bars));
            }
            blocks.add(new Pair(
                    new Chart("Published, Derby: without a transaction, and with the log", MILLIS, series, then),
                    new Chart("Measured, " + bank + ": without a transaction, log off, log on", MICROS, series, now)));
        }
        List<String> steps = new ArrayList<>(TRANSFER);
        steps.add(Measured.TOTAL);
        blocks.add(stepTable("Time of a transfer", published, steps, keys("commit")));
        blocks.add(splits(transports));
    }

    /** What the paper says in its last section, beside what follows from what was measured in the same way. */
    private Table splits(List<String> transports) {
        List<List<String>> rows = new ArrayList<>(List.of(
                List.of("IIOP, Derby, published", "427", "80", "65", "283"),
                List.of("SOAP/HTTP, Derby, published", "172", "15", "13", "145"),
                List.of("JBoss Remoting, Derby, published", "233", "29", "16", "187")));
        for (Bank bank : measured.banks("commit")) {
            for (String each : transports) {
                measured.split(each, bank)
                        .ifPresent(split -> rows.add(List.of(
                                each + ", " + bank,
                                Figures.whole(split.all()),
                                Figures.whole(split.demarcation()),
                                Figures.whole(split.context()),
                                Figures.whole(split.twoPhase()))));
            }
        }
        return new Table(
                "What a transaction adds to the work without one, in percent of that",
                List.of("", "all", "create and commit", "contexts", "two-phase commit"),
                rows);
    }

    // ---- experiment 4b

    private void clients(List<String> transports, List<Block> blocks) {
        List<Measure.Key> keys = keys("clients").stream()
                .sorted((one, other) -> Integer.compare(one.clients(), other.clients()))
                .toList();
        List<String> series = keys.stream()
                .map(key -> key.transport() + ", " + key.scenario())
                .distinct()
                .toList();
        blocks.add(new Pair(
                crowd("Transactions a second", "a second", keys, series, Summary::perSecond),
                crowd("99 of 100 take at most", MICROS, keys, series, Summary::p99)));
        List<String> header = new ArrayList<>(List.of("clients"));
        series.forEach(each -> header.addAll(List.of(each + ", a second", "mean us", "99 % us")));
        List<List<String>> rows = new ArrayList<>();
        for (int clients :
                keys.stream().mapToInt(Measure.Key::clients).distinct().toArray()) {
            List<String> row = new ArrayList<>(List.of(Integer.toString(clients)));
            for (String each : series) {
                Optional<Summary> found = total(keys, each, clients);
                row.add(found.map(one -> Figures.whole(one.perSecond())).orElse(""));
                row.add(found.map(one -> Figures.of(one.mean())).orElse(""));
                row.add(found.map(one -> Figures.of(one.p99())).orElse(""));
            }
            rows.add(row);
        }
        blocks.add(new Table("More and more clients, PostgreSQL", header, rows));
    }

    private Optional<Summary> total(List<Measure.Key> keys, String series, int clients) {
        return keys.stream()
                .filter(key -> key.clients() == clients && series.equals(key.transport() + ", " + key.scenario()))
                .findFirst()
                .flatMap(key -> results.find(withStep(key, Measured.TOTAL)));
    }

    private interface Value {
        double of(Summary summary);
    }

    private Chart crowd(String title, String unit, List<Measure.Key> keys, List<String> series, Value value) {
        List<Group> groups = new ArrayList<>();
        for (int clients :
                keys.stream().mapToInt(Measure.Key::clients).distinct().toArray()) {
            List<Bar> bars = new ArrayList<>();
            for (int i = 0; i < series.size(); i++) {
                int at = i;
                total(keys, series.get(i), clients)
                        .ifPresent(
                                found -> bars.add(new Bar(series.get(at), only(at, series.size(), value.of(found)))));
            }
            groups.add(new Group(Integer.toString(clients), bars));
        }
        return new Chart(title, unit, series, groups);
    }
}
