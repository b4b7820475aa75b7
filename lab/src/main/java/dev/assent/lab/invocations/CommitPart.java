package dev.assent.lab.invocations;

/**
 * A part of the time that a transaction of two servers adds to their work alone; the parts follow each other, and add
 * up.
 */
enum CommitPart {
    /** The call of the coordinator that begins it. */
    CREATE("create", Kind.MESSAGES),
    /** The contexts of two calls, by experiment 2; if that was not measured, they are in {@link #JOINING}. */
    CONTEXTS("the contexts of two calls", Kind.MESSAGES),
    /**
     * The additional time of the databases for the two calls, against calls without a transaction. It is negative,
     * since they commit nothing yet.
     */
    UNCOMMITTED("the databases work, and commit nothing yet", Kind.DATABASES),
    /** All else that the two calls take more: each server and its database become parts of the transaction. */
    JOINING("servers and databases join the transaction", Kind.MESSAGES),
    /** The time until the databases have prepared, on average of both. */
    PREPARE("phase one: the databases prepare", Kind.DATABASES),
    /** The time until the servers have forced the records of their votes, on average of both. */
    VOTES("phase one: the servers force the records of their votes", Kind.LOGS),
    /** All else until the coordinator has both votes. */
    ASKING("phase one: messages, and the slower server", Kind.MESSAGES),
    /** The time until the coordinator has forced the record of its decision. */
    DECISION("the coordinator forces its decision", Kind.LOGS),
    /** The time until the databases have committed, on average of both. */
    COMMIT("phase two: the databases commit", Kind.DATABASES),
    /** All else until the coordinator has both answers. */
    TELLING("phase two: messages, and the slower server", Kind.MESSAGES),
    /** All else that the client waits for: its call of the coordinator. */
    CALL("the call that commits", Kind.MESSAGES);

    /** The parts of the system that spend the time. */
    enum Kind {
        /**
         * The work of two-phase commit for the databases, less the commits of the work alone: no transaction manager
         * changes it.
         */
        DATABASES,
        /** The forced records of all logs. */
        LOGS,
        /** Calls, contexts and messages. */
        MESSAGES
    }

    private final String title;
    private final Kind kind;

    CommitPart(String title, Kind kind) {
        this.title = title;
        this.kind = kind;
    }

    /** For people. */
    String title() {
        return title;
    }

    Kind kind() {
        return kind;
    }
}
