package dev.assent.lab.experiment;

import dev.assent.lab.transport.LabServer;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The work of an experiment's servers for its clients. An implementation belongs to a paper, and has a public
 * constructor without parameters; each process of a server, or of a coordinator, makes one.
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
     * The times that the exported objects have measured themselves, by names of small letters. No phase of a
     * transaction may have such a name. May be called by any thread.
     */
    default Map<String, Timed> timed() {
        return Map.of();
    }
}
