package dev.assent.lab.role;

import dev.assent.lab.experiment.StepObserver;
import dev.assent.lab.network.Meter;
import dev.assent.lab.network.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The network traffic of each step of iterations. Reading the counters takes longer than a step, so it can't time the
 * steps as well. Used by one thread.
 */
final class TrafficPerStep implements StepObserver {
    private final Meter meter;
    private final List<Traffic> sums;
    private int at;
    private Traffic before = Traffic.UNKNOWN;

    TrafficPerStep(int steps, Meter meter) {
        this.meter = meter;
        this.sums = new ArrayList<>(Collections.nCopies(steps, Traffic.NONE));
    }

    @Override
    public void begin() {
        at = 0;
        before = read();
    }

    @Override
    public void next() {
        Traffic now = read();
        sums.set(at, sums.get(at).and(now.without(before)));
        at++;
        before = now;
    }

    /** The traffic then is that of the request to the server, and of none of the steps. */
    @Override
    public void done(long[] nanos) {
        Collections.fill(sums, Traffic.UNKNOWN);
    }

    private Traffic read() {
        try {
            return meter.read();
        } catch (IOException lost) {
            throw new UncheckedIOException(lost);
        }
    }

    /** The traffic of each step, on average over so many iterations. */
    List<Traffic> means(int iterations) {
        return sums.stream().map(each -> each.averageOf(iterations)).toList();
    }
}
