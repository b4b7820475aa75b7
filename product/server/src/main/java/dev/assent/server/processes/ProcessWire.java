package dev.assent.server.processes;

import dev.assent.remote.transport.TransportProviders;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The wire between the four processes. */
public enum ProcessWire {
    /** Frames over TCP. */
    NATIVE(false, false),
    /** CORBA. */
    IIOP(true, false),
    /** WS-AtomicTransaction over HTTP. */
    SOAP(false, true);

    private final boolean isToldBefore;
    private final boolean isAskingAgain;

    ProcessWire(boolean isToldBefore, boolean isAskingAgain) {
        this.isToldBefore = isToldBefore;
        this.isAskingAgain = isAskingAgain;
    }

    /** Whether the trigger hears of a message just before it goes, so that a process killed then has not sent it. */
    boolean isToldBefore() {
        return isToldBefore;
    }

    /**
     * Whether a superior asks again for a vote that it has not heard, so that a vote given before a kill may still
     * count. This holds over WS-AtomicTransaction, where the superior does not notice that a process has ended.
     */
    boolean asksForVotesAgain() {
        return isAskingAgain;
    }

    /**
     * Checks that the class path has it.
     *
     * @throws IllegalArgumentException when it lacks it; the message names the artifact to add
     */
    public void require() {
        TransportProviders.found().of(this + "://127.0.0.1");
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
