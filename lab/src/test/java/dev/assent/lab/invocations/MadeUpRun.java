package dev.assent.lab.invocations;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.result.Distribution;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** Results in three repeats whose times are known: those of the paper, unless a test puts others in their place. */
final class MadeUpRun {
    private static final int REPEATS = 3;
    private static final double MICROS = 1_000;
    private static final double SPREAD = 0.001;
    private static final Map<String, String> TRANSPORTS = Map.of(
            "iiop", PublishedFigures.IIOP,
            "soap", PublishedFigures.SOAP,
            "native", PublishedFigures.JBOSS_REMOTING);

    private final List<Measure> all = new ArrayList<>();

    /** Exactly the published figures, by transports of today; code inside of a server takes a hundredth. */
    static MadeUpRun ofPaper() {
        MadeUpRun made = new MadeUpRun();
        TRANSPORTS.forEach((transport, published) -> {
            for (Payload each : PublishedFigures.methods().toList()) {
                double plain = PublishedFigures.plainMillis(published, each);
                double bytes = PublishedFigures.plainBytes(published, each);
                made.call(PlainInvocations.NAME, transport, each.method(), plain, bytes);
                made.call(ContextPropagation.NAME, transport, ContextPropagation.without(each), plain, bytes);
                made.call(
                        ContextPropagation.NAME,
                        transport,
                        each.method(),
                        plain + PublishedFigures.contextMillis(published, each),
                        bytes + PublishedFigures.contextBytes(published, each));
            }
            for (String step : List.of("create", "commit", "total")) {
                double millis = PublishedFigures.demarcation(published, step);
                made.demarcation(transport, PaperResults.REMOTE, step, millis);
                made.demarcation(transport, PaperResults.INSIDE, step, millis / 100);
            }
            made.commit(transport, TwoPhaseCommit.NO_TRANSACTIONS, "total", PublishedFigures.work(published));
            for (String step : List.of("create", "commit", "total")) {
                double millis = PublishedFigures.commit(published, step);
                made.commit(transport, TwoPhaseCommit.LOG_OFF, step, millis);
                made.commit(transport, TwoPhaseCommit.LOG_ON, step, millis);
            }
        });
        return made;
    }

    private static Measure.Key key(String experiment, String transport, String subject, String step) {
        return new Measure.Key(experiment, transport, LabDatabase.NONE.name(), "", subject, 1, step);
    }

    MadeUpRun call(String experiment, String transport, String subject, double millis, double bytes) {
        return put(key(experiment, transport, subject, "call"), millis, bytes, SPREAD, true);
    }

    MadeUpRun demarcation(String transport, String subject, String step, double millis) {
        return put(key(Demarcation.NAME, transport, subject, step), millis, 100, SPREAD, true);
    }

    MadeUpRun commit(String transport, String scenario, String step, double millis) {
        return put(TwoPhaseCommit.key(transport, LabDatabase.of("derby"), scenario, step), millis, 100, SPREAD, true);
    }

    /** Replaces its measures of this key; the repeats differ by this part of the time. */
    MadeUpRun put(Measure.Key key, double millis, double bytes, double spread, boolean isQuiet) {
        all.removeIf(each -> each.key().equals(key));
        SplittableRandom random = new SplittableRandom(key.hashCode());
        for (int repeat = 1; repeat <= REPEATS; repeat++) {
            double micros = millis * MICROS * (1 + spread * random.nextDouble(-1, 1));
            all.add(measure(key, repeat, micros, bytes, isQuiet));
        }
        return this;
    }

    /** All that it has, with so many times the spread. */
    MadeUpRun noisier(double spread) {
        List<Measure> before = List.copyOf(all);
        before.stream()
                .filter(each -> each.repeat() == 1)
                .forEach(each -> put(each.key(), each.time().mean() / MICROS, each.bytes(), spread, true));
        return this;
    }

    /** All that it has, while other programs ran. */
    MadeUpRun disturbed() {
        List<Measure> before = List.copyOf(all);
        before.stream()
                .filter(each -> each.repeat() == 1)
                .forEach(each -> put(each.key(), each.time().mean() / MICROS, each.bytes(), SPREAD, false));
        return this;
    }

    /** All that it has, in so many repeats. */
    MadeUpRun repeated(int repeats) {
        all.removeIf(each -> each.repeat() > repeats);
        return this;
    }

    /** Removes these measures. */
    MadeUpRun without(Predicate<Measure.Key> which) {
        all.removeIf(each -> which.test(each.key()));
        return this;
    }

    /** All that it has, with bytes of others among those that were counted. */
    MadeUpRun inexact() {
        all.replaceAll(each -> new Measure(
                each.key(),
                each.repeat(),
                each.iterations(),
                each.time(),
                each.perSecond(),
                each.bytes(),
                each.packets(),
                false,
                each.others()));
        return this;
    }

    /** One repeat more of something. */
    MadeUpRun add(Measure.Key key, int repeat, double micros, boolean isQuiet) {
        all.add(measure(key, repeat, micros, 100, isQuiet));
        return this;
    }

    private static Measure measure(Measure.Key key, int repeat, double micros, double bytes, boolean isQuiet) {
        Distribution time =
                new Distribution(1_000, micros, micros * 0.999, micros * 1.001, micros, micros * 2, micros / 10, 0, 0);
        return new Measure(key, repeat, 1, time, 1e6 / micros, bytes, 2, true, isQuiet ? 0 : 1);
    }

    PaperResults results() {
        return new PaperResults(Results.of(all));
    }
}
