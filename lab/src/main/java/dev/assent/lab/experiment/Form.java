package dev.assent.lab.experiment;

import java.util.Locale;
import java.util.function.UnaryOperator;

/** How much of what was published is done. Immutable. */
public final class Form {
    /** All experiments in some minutes: to see that all works, and what is about how fast. */
    public static final Form QUICK = new Form("quick form", Amount::quick);

    /** With exactly the numbers that were published. */
    public static final Form PUBLISHED = new Form("published form", published -> published);

    private final String text;
    private final UnaryOperator<Amount> change;

    private Form(String text, UnaryOperator<Amount> change) {
        this.text = text;
        this.change = change;
    }

    /** After the published warm-up so many laps, each timed as one, and all so often anew. */
    public static Form ofSeries(int series, int laps, int iterations) {
        return new Form(
                String.format(Locale.ROOT, "%,d series of %,d steps of %,d calls", series, laps, iterations),
                published -> new Amount(series, published.warmUp(), laps, iterations));
    }

    /** The same with another warm-up than the published one. */
    public Form warmedBy(int calls) {
        return new Form(
                text + String.format(Locale.ROOT, " after %,d to warm up", calls),
                published -> of(published).warmedBy(calls));
    }

    /** How much is done. */
    public Amount of(Amount published) {
        return change.apply(published);
    }

    /** What results call it. */
    @Override
    public String toString() {
        return text;
    }
}
