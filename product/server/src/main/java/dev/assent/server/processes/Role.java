package dev.assent.server.processes;

import java.util.List;
import java.util.Locale;

/** The role of one of the four processes. */
public enum Role {
    /** Begins a transfer, calls both banks, and asks for the commit; has neither a log nor a database. */
    CLIENT,
    /** Decides; has a log and no database. */
    COORDINATOR,
    /** The bank in the north: a node with a log and a database. */
    NORTH,
    /** The bank in the south, as that in the north. */
    SOUTH;

    /** Those that listen, have a log and recover. */
    public static final List<Role> NODES = List.of(COORDINATOR, NORTH, SOUTH);

    /** Whether it has a database. */
    boolean isBank() {
        return this == NORTH || this == SOUTH;
    }

    /** The point to which every transfer brings it first. */
    String first() {
        return switch (this) {
            case CLIENT -> ClientVictim.BEGUN;
            case COORDINATOR -> "IN_BEGIN";
            case NORTH, SOUTH -> "IN_CALL";
        };
    }

    /** For people, and as the name of its folder. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
