package dev.assent.resources.pool;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that a database gives, whose reading is noted as use. Thread safety: that of the stream. */
final class WatchedStream extends FilterInputStream {
    private final ConnectionActivity activity;

    WatchedStream(InputStream own, ConnectionActivity activity) {
        super(own);
        this.activity = activity;
    }

    @Override
    public int read() throws IOException {
        return activity.during(in::read);
    }

    @Override
    public int read(byte[] into, int from, int countMax) throws IOException {
        return activity.during(() -> in.read(into, from, countMax));
    }

    @Override
    public long skip(long count) throws IOException {
        return activity.during(() -> in.skip(count));
    }
}
