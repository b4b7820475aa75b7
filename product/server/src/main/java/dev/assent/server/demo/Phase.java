package dev.assent.server.demo;

/** The parts of a transfer's time, in their order; together they are all of it. */
enum Phase {
    /** From begin until the first participant is asked to prepare. */
    WORK("work", "begin, SQL at both banks, waiting for locks"),
    /** It lasts until every participant has voted. */
    PREPARE("prepare", "both banks, at once"),
    /** It lasts until the decision is durable. */
    FORCE("force", "Assent's log"),
    /** It lasts until every participant has committed. */
    COMMIT("commit", "both banks, at once"),
    /** It lasts until the caller knows the outcome. */
    END("end", "end record, back to the caller");

    private final String title;
    private final String explanation;

    Phase(String title, String explanation) {
        this.title = title;
        this.explanation = explanation;
    }

    String title() {
        return title;
    }

    String explanation() {
        return explanation;
    }
}
