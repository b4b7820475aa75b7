package dev.assent.lab.transport;

import dev.assent.remote.ConnectedNode;
import dev.assent.remote.service.TransactionAttribute;
import org.jspecify.annotations.Nullable;

/** A server of a {@link LabTransport}. One thread opens, exports and closes. */
public interface LabServer extends AutoCloseable {
    /** Where clients reach it. */
    String address();

    /** Its node; null when it has no transactions. */
    default @Nullable ConnectedNode node() {
        return null;
    }

    /**
     * Exports an object, whose methods clients call at the same time.
     *
     * @param name by which they connect to it: letters, digits and '-'
     * @param type an interface, of which no two methods have the same name
     * @param attribute which transaction its work is part of; of no concern where there are none
     */
    <T> void export(String name, Class<T> type, T object, TransactionAttribute attribute) throws Exception;
}
