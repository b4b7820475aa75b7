package dev.assent.lab.ping;

import dev.assent.lab.CpuTime;
import dev.assent.lab.ForkedJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A server and a client of one peer, each a JVM of its own. Thread safety: one thread. */
final class Pair implements AutoCloseable {
    private final ForkedJvm server;
    private final ForkedJvm client;

    private Pair(ForkedJvm server, ForkedJvm client) {
        this.server = server;
        this.client = client;
    }

    /** Starts both. */
    static Pair start(Placement placement, Peer peer) throws IOException {
        List<String> prefix = placement.prefix();
        ForkedJvm server = ForkedJvm.start(ForkedJvm.Launch.by(prefix), PingSide.class, "server", peer.name());
        try {
            String address = server.start();
            ForkedJvm client =
                    ForkedJvm.start(ForkedJvm.Launch.by(prefix), PingSide.class, "client", peer.name(), address);
            Pair pair = new Pair(server, client);
            try {
                client.start();
                return pair;
            } catch (IOException failed) {
                client.close();
                throw failed;
            }
        } catch (IOException failed) {
            server.close();
            throw failed;
        }
    }

    /** Runs a slice, and reads its cost for both. */
    Sample run(Slice.Order order) throws IOException {
        CpuTime clientBefore = CpuTime.of(client.handle());
        CpuTime serverBefore = CpuTime.of(server.handle());
        Slice slice = Slice.parse(client.ask(order.toText()));
        return new Sample(
                slice,
                CpuTime.of(client.handle()).since(clientBefore) / (double) slice.calls(),
                CpuTime.of(server.handle()).since(serverBefore) / (double) slice.calls());
    }

    /**
     * Calls by turns without a transaction and in one, and reads each turn's cost for both.
     *
     * @return for each turn, the processor time of both processes for a call, in nanoseconds
     */
    List<Double> run(Alternation.Order order) throws IOException {
        List<Double> nanos = new ArrayList<>();
        long calls = Long.parseLong(client.ask(order.toText()));
        CpuTime clientBefore = CpuTime.of(client.handle());
        CpuTime serverBefore = CpuTime.of(server.handle());
        for (int turn = 0; turn < order.turns(); turn++) {
            long callsNow = Long.parseLong(client.more());
            CpuTime clientNow = CpuTime.of(client.handle());
            CpuTime serverNow = CpuTime.of(server.handle());
            nanos.add((clientNow.since(clientBefore) + serverNow.since(serverBefore)) / (double) (callsNow - calls));
            calls = callsNow;
            clientBefore = clientNow;
            serverBefore = serverNow;
        }
        return nanos;
    }

    /** The client first, so that the server ends without connections. */
    @Override
    public void close() {
        client.close();
        server.close();
    }
}
