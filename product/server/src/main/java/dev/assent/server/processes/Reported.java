package dev.assent.server.processes;

import dev.assent.server.crash.VictimProcess;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The outcomes that clients reported before they were killed.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Reported {
    /** News of a transfer that is about to be made; its identity follows. */
    static final String BEGUN = "begun";

    /** News of a transfer that was made; its identity, its outcome, and its duration follow. */
    static final String DID = "did";

    private final BitSet begun = new BitSet();
    private final BitSet committed = new BitSet();
    private final BitSet rolledBack = new BitSet();
    private final List<Long> nanos = new ArrayList<>();

    /** Nothing yet. */
    public Reported() {}

    /** A client's news. */
    public synchronized void hear(String news) {
        String[] words = news.split(" ");
        int id = Integer.parseInt(words[1]);
        if (words[0].equals(BEGUN)) {
            begun.set(id);
        } else {
            did(id, words[2]);
            nanos.add(Long.parseLong(words[3]));
        }
        notifyAll();
    }

    /** The outcome of a transfer, as its client reports it. */
    synchronized void did(int id, String outcome) {
        begun.set(id);
        committed.set(id, outcome.equals(VictimProcess.COMMITTED));
        rolledBack.set(id, outcome.equals(VictimProcess.ROLLED_BACK));
    }

    /** Waits until so many transfers have ended, but for a while at most; returns how many have. */
    public synchronized int awaitDone(int count, long millis) throws InterruptedException {
        if (nanos.size() < count) {
            wait(millis);
        }
        return nanos.size();
    }

    /** Those that were reported as committed. */
    public synchronized BitSet committed() {
        return (BitSet) committed.clone();
    }

    /** How many were reported as rolled back. */
    synchronized int rolledBack() {
        return rolledBack.cardinality();
    }

    /** Those that may have been committed or not: the client has died, or has said that it does not know. */
    public synchronized BitSet open() {
        BitSet open = (BitSet) begun.clone();
        open.andNot(committed);
        open.andNot(rolledBack);
        return open;
    }

    /** How long each took that a load has made. */
    public synchronized long[] nanos() {
        return nanos.stream().mapToLong(Long::longValue).toArray();
    }

    /** An identity that no transfer has had. */
    synchronized int nextId() {
        return Math.max(1, begun.length());
    }
}
