package dev.assent.lab.experiment;

import java.util.Locale;
import java.util.function.Function;

/** How much of a published experiment is done. Immutable. */
public final class Form {
    /** All experiments in some minutes: to see that all works, and roughly how fast. */
    public static final Form QUICK = new Form("quick form", Experiment::quick);

    /** With exactly the numbers that were published. */
    public static final Form PUBLISHED = new Form("published form", Experiment::amount);

    private final String text;
    private final Function<Experiment, Amount> amount;

    private Form(String text, Function<Experiment, Amount> amount) {
        this.text = text;
        this.amount = amount;
    }

    /** So many series, each with the published warm-up and then so many laps. Each lap is timed as one. */
    public static Form ofSeries(int series, int laps, int iterations) {
        return new Form(
                String.format(Locale.ROOT, "%,d series of %,d steps of %,d calls", series, laps, iterations),
                experiment -> new Amount(series, experiment.amount().warmUp(), laps, iterations));
    }

    /** The same with another warm-up than the published one. */
    public Form warmedBy(int calls) {
        return new Form(
                text + String.format(Locale.ROOT, " after %,d to warm up", calls),
                experiment -> of(experiment).warmedBy(calls));
    }

    /** How much is done. */
    public Amount of(Experiment experiment) {
        return amount.apply(experiment);
    }

    /** Its name in results. */
    @Override
    public String toString() {
        return text;
    }
}
