package dev.assent.model;

import java.util.Locale;

/** How much of a model is looked at. */
enum Form {
    /** Small constants, with every build. */
    QUICK,
    /** Larger constants, by {@code -Dassent.model=full}. */
    FULL;

    /** The one that is asked for. */
    static Form asked() {
        String name = System.getProperty("assent.model", "quick");
        for (Form form : values()) {
            if (form.key().equals(name)) {
                return form;
            }
        }
        throw new IllegalArgumentException("assent.model is '" + name + "'; allowed: quick, full");
    }

    /** As it is written in file names and settings. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
