package dev.assent.server.processes;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the four processes talk over. */
public enum ProcessWire {
    /** Frames over TCP. */
    NATIVE(false),
    /** CORBA. */
    IIOP(true);

    private final boolean isToldBefore;

    ProcessWire(boolean isToldBefore) {
        this.isToldBefore = isToldBefore;
    }

    /** Whether it is told of a message just before it goes, so that one who is killed then has not sent it. */
    boolean isToldBefore() {
        return isToldBefore;
    }

    /** The address of a process of this machine. */
    String address(int port) {
        return this + "://127.0.0.1:" + port;
    }

    /** The one of a name; empty when none has it. */
    public static Optional<ProcessWire> find(String name) {
        return Arrays.stream(values())
                .filter(each -> each.toString().equals(name))
                .findFirst();
    }

    /** The names of all. */
    public static String names() {
        return Arrays.stream(values()).map(ProcessWire::toString).collect(Collectors.joining(", "));
    }

    /** Its scheme. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
