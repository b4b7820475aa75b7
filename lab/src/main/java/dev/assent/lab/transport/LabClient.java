package dev.assent.lab.transport;

import jakarta.transaction.UserTransaction;

/** A client of a {@link LabTransport}. Each object is for the thread that connects it; a transaction for the one that began it. */
public interface LabClient extends AutoCloseable {
    /**
     * An object that a server has exported. A call that fails throws an unchecked exception.
     *
     * @param server its address
     * @param name under which it has been exported
     * @param type as which it has been exported
     * @throws UnsupportedOperationException when this transport can't call such an object
     */
    <T> T connect(String server, String name, Class<T> type) throws Exception;

    /**
     * Whether one instance at several places of a result is one instance here, too, as by Java serialization. If not,
     * the result has as many instances as places.
     */
    default boolean keepsReferences() {
        return true;
    }

    /**
     * Begins and ends transactions of the calling thread at the coordinator.
     *
     * @throws UnsupportedOperationException when there are none
     */
    default UserTransaction transactions() {
        throw new UnsupportedOperationException("no transactions go over this transport");
    }
}
