package dev.assent.transport.soap.coordination;

import dev.assent.transport.soap.xml.Element;
import java.util.Arrays;
import java.util.Optional;
import javax.xml.namespace.QName;

/** One-way messages between coordinator, participant and initiator (WS-AtomicTransaction 1.2, section 3). */
public enum Notification implements ProtocolMessage {
    /** The coordinator asks for the participant's vote. */
    PREPARE("Prepare"),
    /** The participant can commit, and waits. */
    PREPARED("Prepared"),
    /** The participant has nothing to commit, and has forgotten the transaction. */
    READ_ONLY("ReadOnly"),
    /** The participant has rolled back; or the initiator hears that all have. */
    ABORTED("Aborted"),
    /** The coordinator tells the participant to commit; or the initiator asks for commit. */
    COMMIT("Commit"),
    /** The coordinator tells the participant to roll back; or the initiator asks for rollback. */
    ROLLBACK("Rollback"),
    /** The participant has committed; or the initiator hears that all have, or will. */
    COMMITTED("Committed");

    /** The namespace of WS-AtomicTransaction 1.1 and 1.2, and the type of its contexts. */
    public static final String NAMESPACE = "http://docs.oasis-open.org/ws-tx/wsat/2006/06";

    @SuppressWarnings("ImmutableEnumChecker") // a QName does not change
    private final QName name;

    Notification(String local) {
        this.name = new QName(NAMESPACE, local, "wsat");
    }

    static Optional<Notification> of(QName name) {
        return Arrays.stream(values()).filter(each -> each.name.equals(name)).findFirst();
    }

    @Override
    public String action() {
        return WsCoordination.action(name);
    }

    @Override
    public Element write() {
        return Element.of(name);
    }
}
