package dev.assent.resources.node;

import dev.assent.remote.ConnectedNode;
import dev.assent.resources.assembly.AssembledNode;
import jakarta.transaction.TransactionManager;
import java.util.List;
import javax.sql.DataSource;

/**
 * A node with its resources, opened and closed together. From its opening on it recovers by itself.
 *
 * <pre>{@code
 * try (Node node = Node.open(NodeConfig.read(Path.of("shop.properties")))) {
 *     node.transactionManager().begin();
 *     try (Connection orders = node.dataSource("orders").getConnection()) {
 *         ...
 *     }
 *     node.transactionManager().commit();
 * }
 * }</pre>
 *
 * <p>Thread safety: safe to share.
 */
public interface Node extends ConnectedNode {
    /**
     * Opens the log, then the resources, then the transports, each in their order. A database that is down does not
     * prevent that. From then on the node answers others; it refuses a call of an object that is not exported yet, and
     * does nothing.
     *
     * @throws IllegalStateException if the log, a resource or a transport can't be opened: the message says why;
     *     nothing is left open
     * @throws dev.assent.LogDamagedException if the log is damaged
     */
    static Node open(NodeConfig config) {
        return AssembledNode.open(config.plan(), null, null);
    }

    /**
     * Opens the node for an operator: as {@link #open}, but no transport joins, and recovery does only what {@link
     * dev.assent.Assent#operator} asks for.
     */
    static Node openHeld(NodeConfig config) {
        return AssembledNode.openHeld(config.plan());
    }

    /**
     * Opens the resources of a stopped node, for an operator who looks at it: it reads the log and changes nothing.
     *
     * @throws dev.assent.LogUnavailableException if there is no log, or another process uses it
     */
    static Node openToRead(NodeConfig config) {
        return AssembledNode.openToRead(config.plan());
    }

    /** The TransactionManager of Jakarta Transactions. */
    TransactionManager transactionManager();

    /**
     * The data source of a database.
     *
     * @throws IllegalArgumentException if no resource has this name, or it is not a database
     */
    DataSource dataSource(String name);

    /**
     * A resource.
     *
     * @param kind the type that it must have
     * @throws IllegalArgumentException if no resource has this name, or it has another type
     */
    <T> T resource(String name, Class<T> kind);

    /** The addresses at which others reach the node, of the configured transports that listen. */
    List<String> addresses();

    /**
     * The entry points for programs without Assent, of the transports that have one; each in a sentence, for people.
     */
    List<String> entrances();

    /**
     * Closes the transaction manager first, so that transactions end while their connections are open, then all
     * resources at the same time. It returns within the setting {@code close-limit-seconds}, whatever databases,
     * brokers and other nodes do; one warning names everything that had not ended by then. Idempotent.
     *
     * @throws IllegalStateException if a resource can't be closed; the others are closed all the same
     */
    @Override
    void close();
}
