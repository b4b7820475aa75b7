package dev.assent.resources.pool;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** A stream of characters that a database gives, whose reading is noted as use. Thread safety: that of the stream. */
final class WatchedReader extends FilterReader {
    private final ConnectionActivity activity;

    WatchedReader(Reader own, ConnectionActivity activity) {
        super(own);
        this.activity = activity;
    }

    @Override
    public int read() throws IOException {
        return activity.during(in::read);
    }

    @Override
    public int read(char[] into, int from, int countMax) throws IOException {
        return activity.during(() -> in.read(into, from, countMax));
    }

    @Override
    public long skip(long count) throws IOException {
        return activity.during(() -> in.skip(count));
    }
}
