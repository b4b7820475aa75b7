package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.experiment.Form;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much of a published experiment is done: one of these, or quick. Thread safety: one thread. */
final class FormOption {
    private static final Pattern SERIES = Pattern.compile("(\\d{1,6})x(\\d{1,6})x(\\d{1,6})");
    private static final int STEPS_MAX = 100_000;
    private static final int CALLS_MAX = 100_000;

    @Option(names = "--quick", description = "short measurements, some minutes for all experiments (the default)")
    private boolean isQuick;

    @Option(names = "--published", description = "with exactly the published numbers of calls")
    private boolean isPublished;

    @Option(
            names = "--series",
            paramLabel = "SERIESxGROUPSxCALLS",
            description = "such as 50x20x500: 50 times start new processes, warm up as published, and measure 20 groups"
                    + " of 500 calls each; the lab keeps the mean of each group, not the time of each call")
    private @Nullable String series;

    Form form() {
        if (series == null) {
            return isPublished ? Form.PUBLISHED : Form.QUICK;
        }
        Matcher numbers = SERIES.matcher(series);
        if (!numbers.matches()) {
            throw new IllegalArgumentException(MESSAGES.seriesRefused(series));
        }
        return Form.ofSeries(
                within("series", numbers.group(1), RunCommand.REPEATS_MAX),
                within("steps", numbers.group(2), STEPS_MAX),
                within("calls", numbers.group(3), CALLS_MAX));
    }

    private static int within(String part, String number, int max) {
        int value = Integer.parseInt(number);
        RunCommand.requireWithin("the number of " + part + " in --series", value, max);
        return value;
    }
}
