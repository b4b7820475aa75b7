package dev.assent.lab.transport;

import dev.assent.AssentConfig;
import dev.assent.lab.Joined;
import java.nio.file.Path;
import java.util.List;

/**
 * A transport in the columns of the lab's experiments. It joins by one class, with a constructor without parameters, that is
 * named in {@code META-INF/services/dev.assent.lab.transport.LabTransport}.
 *
 * <p>Server and client are processes of their own: {@link #serve} is called in the one, {@link #connect} in the other.
 */
public interface LabTransport {
    /** Its name in options: a word of small letters, digits, '+' and '-'. */
    String name();

    /** Its name in reports. */
    String title();

    /** Whether transactions go over it. Without them it is a yardstick for plain calls. */
    boolean hasTransactions();

    /**
     * The first part of its processes' class path: the jars of another maker, whose classes other processes must not
     * see.
     *
     * @throws IllegalArgumentException when they are not there
     */
    default List<Path> classPath() {
        return List.of();
    }

    /**
     * Opens a server.
     *
     * @param config of its node, where there is one
     * @param endpoint where it listens, and where others reach it
     */
    LabServer serve(AssentConfig config, Endpoint endpoint) throws Exception;

    /**
     * Opens a client.
     *
     * @param coordinator the address of the server that begins and ends its transactions
     */
    LabClient connect(String coordinator) throws Exception;

    /**
     * All that there are on the class path.
     *
     * @throws IllegalArgumentException when two have one name
     */
    static List<LabTransport> all() {
        return Joined.all(LabTransport.class, "transport", LabTransport::name);
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException with the names that there are, when there is none
     */
    static LabTransport of(String name) {
        return Joined.of(name, "transport", all(), LabTransport::name);
    }
}
