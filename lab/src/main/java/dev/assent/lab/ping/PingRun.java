package dev.assent.lab.ping;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Measures pings. All processes of one placement run from the beginning to the end of it, and warm; all but two of them
 * wait. Every round measures each row once for a short time, one after the other, so that a machine that changes its
 * speed meanwhile disturbs all alike; every other round in the opposite order, so that a machine that slows down all
 * the time does not favour the first rows.
 *
 * @param peers the measured ways to call
 * @param rounds how often
 * @param millis each time
 */
record PingRun(Set<Peer> peers, int rounds, int millis) {
    private static final int[] THREADS = {1, Load.THREADS_MAX};

    /** After so many calls the compiler has most often done its work; with 17 threads on one CPU it gets little of it. */
    private static final int WARM_UP_CALLS = 200_000;

    /**
     * How often a round has four turns of calls without a transaction and with one. Unpinned, the cost of a call
     * depends on where the system puts the two processes, so more turns are needed for the same certainty.
     */
    static int fours(Placement placement) {
        return placement == Placement.ONE_CPU ? 30 : 120;
    }

    /** Each turn is so much shorter than the measurement of a row. */
    private static final int TURN_PART = 10;

    /** How much longer than all rounds a warm-up takes, for as many calls. */
    private static final int WARM_UP_TIMES_MAX = 10;

    PingCost measure() throws IOException {
        List<PingCost.Row> rows = new ArrayList<>();
        List<ContextCost> contexts = new ArrayList<>();
        for (Placement placement : Placement.values()) {
            PingCost cost = measure(placement);
            rows.addAll(cost.rows());
            contexts.addAll(cost.contexts());
        }
        return new PingCost(List.copyOf(rows), List.copyOf(contexts));
    }

    private PingCost measure(Placement placement) throws IOException {
        Map<Peer, Pair> pairs = new EnumMap<>(Peer.class);
        try {
            List<Lane> lanes = new ArrayList<>();
            for (int threads : THREADS) {
                for (Peer peer : peers) {
                    Pair pair = pairs.get(peer.processes());
                    if (pair == null) {
                        pair = Pair.start(placement, peer.processes());
                        pairs.put(peer.processes(), pair);
                    }
                    PingCost.Key key = new PingCost.Key(placement, threads, peer);
                    lanes.add(new Lane(new PingCost.Row(key, new ArrayList<>()), pair));
                }
            }
            List<Contrast> contrasts = lanes.stream()
                    .filter(lane -> lane.peer() == Peer.CONTEXT)
                    .map(lane -> new Contrast(lane, new ArrayList<>()))
                    .toList();
            measure(placement, new ArrayList<>(lanes), contrasts);
            return new PingCost(
                    lanes.stream().map(Lane::row).toList(),
                    contrasts.stream().map(Contrast::cost).toList());
        } finally {
            pairs.values().forEach(Pair::close);
        }
    }

    private void measure(Placement placement, List<Lane> lanes, List<Contrast> contrasts) throws IOException {
        for (Lane lane : lanes) {
            PingCost.Key key = lane.row().key();
            progress(placement, "warming up " + key.peer().title() + ", " + key.threadsText());
            warmUp(lane);
        }
        for (int round = 1; round <= rounds; round++) {
            progress(placement, "round " + round + " of " + rounds);
            for (Lane lane : lanes) {
                lane.row().samples().add(lane.run(millis));
            }
            Collections.reverse(lanes);
            for (Contrast contrast : contrasts) {
                contrast.run(turnMillis(millis));
            }
        }
    }

    /** How long a turn takes, when a row takes so long. */
    static int turnMillis(int millis) {
        return Math.max(1, millis / TURN_PART);
    }

    /** As often as it will be measured, and then on until it is warm. */
    private void warmUp(Lane lane) throws IOException {
        long calls = 0;
        for (int i = 0; i < rounds || (calls < WARM_UP_CALLS && i < rounds * WARM_UP_TIMES_MAX); i++) {
            calls += lane.run(millis).slice().calls();
        }
    }

    private static void progress(Placement placement, String what) {
        System.err.printf("lab: %s: %s%n", placement.title(), what);
    }

    /** The processes that measure a row. */
    private record Lane(PingCost.Row row, Pair pair) {
        Peer peer() {
            return row.key().peer();
        }

        Sample run(int millis) throws IOException {
            return pair.run(new Slice.Order(row.key().threads(), millis, peer().isInTransaction()));
        }
    }

    /** The same calls without a transaction and with one. */
    private record Contrast(Lane lane, List<ContextCost.Four> fours) {
        void run(int millis) throws IOException {
            PingCost.Key key = lane.row().key();
            int turns = PingRun.fours(key.placement()) * ContextCost.TURNS;
            fours.addAll(ContextCost.fours(lane.pair().run(new Alternation.Order(key.threads(), turns, millis))));
        }

        ContextCost cost() {
            return new ContextCost(lane.row().key(), List.copyOf(fours));
        }
    }
}
