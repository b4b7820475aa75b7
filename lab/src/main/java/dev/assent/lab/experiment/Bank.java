package dev.assent.lab.experiment;

import dev.assent.core.message.Message;
import java.util.Arrays;

/** What a server keeps its account in. */
public enum Bank {
    /** Nothing is kept. */
    NONE("none", "no database"),
    /** Apache Derby inside of the server's own process, as published. */
    DERBY("derby", "Derby"),
    /** A PostgreSQL server for each, with every forced write on. */
    POSTGRESQL("postgresql", "PostgreSQL");

    private final String text;
    private final String title;

    Bank(String text, String title) {
        this.text = text;
        this.title = title;
    }

    /** What people call it. */
    public String title() {
        return title;
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException with the names that there are, when there is none
     */
    public static Bank of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.text.equals(name) && each != NONE)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        Message.LAB_NAME_REFUSED.text("database", name, "derby, postgresql")));
    }

    /** What options and results call it. */
    @Override
    public String toString() {
        return text;
    }
}
