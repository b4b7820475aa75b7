package dev.assent.lab.experiment;

import dev.assent.lab.transport.LabServer;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What the servers of an experiment do for its clients. A class of it belongs to a paper, and has a public constructor without
 * parameters; each process of a server, or of a coordinator, makes one.
 */
public interface Services {
    /**
     * Exports all objects that tasks connect to.
     *
     * @param server which has no node when no transactions go over its transport
     * @param database of this server, whose connections take part in transactions; null when it has none
     */
    void export(LabServer server, @Nullable DataSource database) throws Exception;

    /**
     * What the exported objects have timed themselves, by names of small letters, which none of the phases of transactions has.
     * May be called by any thread.
     */
    default Map<String, Timed> timed() {
        return Map.of();
    }
}
