package dev.assent.lab.role;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The times of one step of many iterations: each in a histogram, and the means of batches in the order in which they
 * came, which show whether the times went up or down meanwhile, and how sure their mean is.
 *
 * <p>Thread safety: one thread records.
 */
public final class Recording {
    /** Enough for a mean that does not depend on how single times are distributed, and for a trend. */
    public static final int BATCHES = 30;

    private static final int DIGITS = 3;

    private final String step;
    private final Histogram nanos;
    private final double[] sums;
    private final long[] counts;
    private final long expected;
    private long recorded;

    /**
     * An empty one.
     *
     * @param step the name of the timed step
     * @param expected how many times will be recorded
     */
    Recording(String step, long expected) {
        this(step, expected, new Histogram(DIGITS), new double[BATCHES], new long[BATCHES]);
    }

    private Recording(String step, long expected, Histogram nanos, double[] sums, long[] counts) {
        this.step = step;
        this.expected = expected;
        this.nanos = nanos;
        this.sums = sums;
        this.counts = counts;
    }

    /** One more; nanoseconds, of a single iteration or the mean of several. */
    void record(double time) {
        int batch = (int) Math.min(BATCHES - 1, recorded * BATCHES / expected);
        recorded++;
        nanos.recordValue(Math.round(time));
        sums[batch] += time;
        counts[batch]++;
    }

    /** The name of the timed step. */
    public String step() {
        return step;
    }

    /** Each time in nanoseconds, to three digits. */
    public Histogram nanos() {
        return nanos.copy();
    }

    /** The mean of each batch that has any, in nanoseconds, exactly. */
    public double[] batchMeans() {
        double[] means = new double[BATCHES];
        int all = 0;
        for (int i = 0; i < BATCHES; i++) {
            if (counts[i] > 0) {
                means[all++] = sums[i] / counts[i];
            }
        }
        return Arrays.copyOf(means, all);
    }

    /** How many there are. */
    public long count() {
        return Arrays.stream(counts).sum();
    }

    /** The mean in nanoseconds, exactly; not a number when there are none. */
    public double mean() {
        return Arrays.stream(sums).sum() / count();
    }

    /** One that has all of several threads; their batches are of about the same time. */
    public static Recording together(List<Recording> all) {
        Histogram nanos = new Histogram(DIGITS);
        double[] sums = new double[BATCHES];
        long[] counts = new long[BATCHES];
        for (Recording each : all) {
            nanos.add(each.nanos);
            for (int i = 0; i < BATCHES; i++) {
                sums[i] += each.sums[i];
                counts[i] += each.counts[i];
            }
        }
        return new Recording(all.get(0).step, Arrays.stream(counts).sum(), nanos, sums, counts);
    }

    /** One line, for {@link #parse}. */
    String toText() {
        ByteBuffer bytes = ByteBuffer.allocate(nanos.getNeededByteBufferCapacity());
        int length = nanos.encodeIntoCompressedByteBuffer(bytes);
        return String.join(
                " ",
                step.replace(' ', '_'),
                Arrays.stream(sums).mapToObj(Double::toString).collect(Collectors.joining(",")),
                Arrays.stream(counts).mapToObj(Long::toString).collect(Collectors.joining(",")),
                Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length)));
    }

    /** Reads the text of {@link #toText}. */
    static Recording parse(String line) {
        String[] parts = line.split(" ");
        double[] sums = Arrays.stream(parts[1].split(","))
                .mapToDouble(Double::parseDouble)
                .toArray();
        long[] counts =
                Arrays.stream(parts[2].split(",")).mapToLong(Long::parseLong).toArray();
        return new Recording(
                parts[0].replace('_', ' '),
                Arrays.stream(counts).sum(),
                decoded(Base64.getDecoder().decode(parts[3])),
                sums,
                counts);
    }

    private static Histogram decoded(byte[] bytes) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (DataFormatException damaged) {
            throw new IllegalArgumentException("not a histogram", damaged);
        }
    }
}
