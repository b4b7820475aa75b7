package dev.assent.server.crash;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/**
 * The processes that the tour crashes and then asks: two sides, named north and south, in servers of their own, and a
 * process with a node that makes transfers between them. A side may be anything that has branches and writes down
 * transfers: the tour sees it through this interface only.
 *
 * <p>Thread safety: one thread makes a tour.
 */
public interface CrashWorld {
    /** The names of the two sides, in the order in which a transfer works with them. */
    List<String> NAMES = List.of("north", "south");

    /** Whether the south refuses a transfer to nowhere when it is asked to prepare, not at its statement. */
    boolean refusesAtPrepare();

    /** Forks the process with the node, which obeys as {@link CrashVictim} says. */
    VictimProcess fork() throws IOException;

    /**
     * The process with the node is dead: a server that keeps its unprepared work for ever is killed and
     * started again.
     */
    void endWorkOfTheDead() throws Exception;

    /** The names of the sides that hold a prepared branch, once for each branch; asks the servers. */
    List<String> inDoubt() throws Exception;

    /** The names of the sides where the transfer is committed; asks the servers. */
    List<String> whereMade(int transfer) throws Exception;

    /**
     * The violations, by the servers' own data: nothing is prepared, each transfer is at both sides or at neither, and
     * exactly these transfers are there.
     *
     * @param committed the transfers that were reported as committed, or must be
     */
    List<String> examine(BitSet committed) throws Exception;

    /**
     * Whether a branch that recovery has rolled back stays so when the side's server, from 0, is killed at
     * once. Where it does not, the branch is prepared again, and the next recovery rolls it back again.
     */
    boolean forcesRollback(int side);

    /** Kills a server of these sides, from 0, with signal 9. */
    void kill(int side) throws IOException;

    /** Starts it again. */
    void restart(int side) throws IOException;
}
