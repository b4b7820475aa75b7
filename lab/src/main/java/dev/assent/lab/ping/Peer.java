package dev.assent.lab.ping;

/** The measured ways to call {@code void ping()} of another process, and the limits of such ways. */
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
    THRIFT("Apache Thrift", false, Thrift::serve, Thrift::connect),
    /** Assent's own wire. */
    NATIVE("Assent native", NodePing.NATIVE),
    /** The same processes, each call a part of a transaction. */
    CONTEXT("Assent native, in a transaction", NodePing.NATIVE),
    /** For firewalls. */
    TUNNELLED("Assent native in HTTP", NodePing.TUNNELLED),
    /** Encrypted, with certificates of both sides. */
    TLS("Assent native with TLS", true, TlsPing::serve, TlsPing::connect);

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

    Peer(String title, NodePing.Wire wire) {
        this(title, true, () -> NodePing.serve(wire), address -> NodePing.connect(wire, address));
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

    /** The peer in whose processes it is measured: two peers that are compared most closely share theirs. */
    Peer processes() {
        return this == CONTEXT ? NATIVE : this;
    }

    /** Whether the calls of a thread are part of a transaction. */
    boolean isInTransaction() {
        return this == CONTEXT;
    }

    /** Whether it is compared with {@link #NATIVE}, too. */
    boolean isBesidePlain() {
        return this == CONTEXT || this == TUNNELLED || this == TLS;
    }
}
