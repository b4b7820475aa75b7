package dev.assent.lab.role;

import java.util.stream.LongStream;

/** Makes recordings for tests of other packages. */
public final class Recordings {
    private Recordings() {}

    /** One of these nanoseconds. */
    public static Recording of(String step, LongStream nanos) {
        long[] times = nanos.toArray();
        Recording recording = new Recording(step, times.length);
        for (long each : times) {
            recording.record(each);
        }
        return recording;
    }
}
