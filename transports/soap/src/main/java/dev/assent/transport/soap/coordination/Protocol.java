package dev.assent.transport.soap.coordination;

import java.util.Arrays;
import java.util.Optional;

/** What one can register for (WS-AtomicTransaction 1.2, section 3). */
public enum Protocol {
    /** To ask for the end of the transaction, and hear of it (section 3.2). */
    COMPLETION("Completion"),
    /** To be asked before anybody durable is, and told without a guarantee (section 3.3.1). */
    VOLATILE_2PC("Volatile2PC"),
    /** To vote, and to be told (section 3.3.2). */
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
