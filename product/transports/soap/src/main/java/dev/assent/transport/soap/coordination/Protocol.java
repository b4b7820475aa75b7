package dev.assent.transport.soap.coordination;

import java.util.Arrays;
import java.util.Optional;

/** The protocols to register for (WS-AtomicTransaction 1.2, section 3). */
public enum Protocol {
    /** For initiators: they end the transaction, and hear the outcome (section 3.2). */
    COMPLETION("Completion"),
    /** For synchronizations: they prepare before any durable participant, and may miss the outcome (section 3.3.1). */
    VOLATILE_2PC("Volatile2PC"),
    /** For durable participants: they vote, and hear the decision (section 3.3.2). */
    DURABLE_2PC("Durable2PC");

    private final String uri;

    Protocol(String local) {
        this.uri = Notification.NAMESPACE + "/" + local;
    }

    /** The protocol with this identifier. */
    public static Optional<Protocol> of(String uri) {
        return Arrays.stream(values()).filter(each -> each.uri.equals(uri)).findFirst();
    }

    /** Its identifier. */
    public String uri() {
        return uri;
    }
}
