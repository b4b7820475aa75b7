package dev.assent.lab.database;

import dev.assent.lab.Joined;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A database in which the servers of an experiment keep their accounts. It joins by one class, with a constructor without
 * parameters, that is named in {@code META-INF/services/dev.assent.lab.database.LabDatabase}.
 *
 * <p>Implementations are immutable.
 */
public interface LabDatabase {
    /** For setups whose servers keep nothing; no option names it. */
    LabDatabase NONE = new None();

    /** Its name in options and results: a word of small letters, digits, '+' and '-'. */
    String name();

    /** Its name for people. */
    String title();

    /**
     * Whether each server has a database server of its own, in a process that is started before it. Otherwise the
     * database runs inside the server's process.
     */
    boolean isApart();

    /**
     * Whether several may be started at once: not before the programs that all share are there, for which the others would
     * wait.
     *
     * @param folder of all
     */
    default boolean isUnpacked(Path folder) {
        return true;
    }

    /**
     * Starts one; every forced write of it is on.
     *
     * @param folder of all
     * @param name in that folder, of this one alone
     * @throws IOException when it can't be started
     */
    Open open(Path folder, String name) throws IOException;

    /**
     * One that is open.
     *
     * @param xaDataSourceClass of its driver
     * @param properties of that, with which it finds the database
     * @param port at which its server is reached; 0 when it is inside of the process
     * @param server ends it when it is closed
     */
    record Open(String xaDataSourceClass, Map<String, String> properties, int port, AutoCloseable server) {}

    /**
     * All that there are on the class path, in their order.
     *
     * @throws IllegalArgumentException when two have one name
     */
    static List<LabDatabase> all() {
        return Joined.all(LabDatabase.class, "database", LabDatabase::name);
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException with the names that there are, when there is none
     */
    static LabDatabase of(String name) {
        return Joined.of(name, "database", all(), LabDatabase::name);
    }
}
