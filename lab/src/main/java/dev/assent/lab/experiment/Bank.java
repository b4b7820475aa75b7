package dev.assent.lab.experiment;

/** What a server keeps its account in. */
public enum Bank {
    /** Nothing is kept. */
    NONE("none"),
    /** Apache Derby inside of the server's own process, as published. */
    DERBY("derby"),
    /** A PostgreSQL server for each, with every forced write on. */
    POSTGRESQL("postgresql");

    private final String text;

    Bank(String text) {
        this.text = text;
    }

    /** What options and results call it. */
    @Override
    public String toString() {
        return text;
    }
}
