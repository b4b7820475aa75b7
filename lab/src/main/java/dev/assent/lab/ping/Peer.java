package dev.assent.lab.ping;

/** What is measured: a way to call {@code void ping()} of another process, and the limits of such ways. */
enum Peer {
    /** The limit at one thread. */
    ECHO("raw TCP echo, blocking", false, Echo::serve, Echo::connect),
    /** The limit of many threads on one connection. */
    MULTIPLEXER("bare multiplexer", true, Multiplexer::serve, Multiplexer::connect),
    /** The same when methods may block. */
    WORKERS("bare multiplexer, each call by a worker", true, Multiplexer::serveByWorkers, Multiplexer::connect),
    /** The JDK. */
    RMI("Java RMI", false, Rmi::serve, Rmi::connect),
    /** Google's. */
    GRPC("gRPC", true, Grpc::serve, Grpc::connect),
    /** Apache's. */
    THRIFT("Apache Thrift", false, Thrift::serve, Thrift::connect);

    private final String title;
    private final boolean isShared;

    @SuppressWarnings("ImmutableEnumChecker") // a method
    private final Opening opening;

    @SuppressWarnings("ImmutableEnumChecker") // a method
    private final Connecting connecting;

    Peer(String title, boolean isShared, Opening opening, Connecting connecting) {
        this.title = title;
        this.isShared = isShared;
        this.opening = opening;
        this.connecting = connecting;
    }

    /** Opens a server. */
    @FunctionalInterface
    private interface Opening {
        PingServer open() throws Exception;
    }

    /** Connects to one. */
    @FunctionalInterface
    private interface Connecting {
        PingClient connect(String address) throws Exception;
    }

    /** For people. */
    String title() {
        return title;
    }

    /** Over how many connections so many threads call. */
    int connections(int threads) {
        return isShared ? 1 : threads;
    }

    /** Its server, in this process. */
    PingServer serve() throws Exception {
        return opening.open();
    }

    /**
     * Its client, in this process.
     *
     * @param address of its server
     */
    PingClient connect(String address) throws Exception {
        return connecting.connect(address);
    }
}
