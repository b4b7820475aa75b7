package dev.assent.lab.database;

import java.nio.file.Path;

/** Nothing is kept. Immutable. */
final class None implements LabDatabase {
    @Override
    public String name() {
        return "none";
    }

    @Override
    public String title() {
        return "no database";
    }

    @Override
    public boolean isApart() {
        return false;
    }

    @Override
    public Open open(Path folder, String name) {
        throw new UnsupportedOperationException("there is nothing to open");
    }
}
