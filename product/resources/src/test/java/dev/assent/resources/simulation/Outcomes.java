package dev.assent.resources.simulation;

import dev.assent.resources.simulation.Work.End;
import dev.assent.resources.simulation.Work.Piece;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * All works of a world, and whether the servers have what the application heard.
 *
 * <p>Thread safety: safe to share.
 */
final class Outcomes {
    private final List<Work> all = new CopyOnWriteArrayList<>();

    void add(Work work) {
        all.add(work);
    }

    List<Work> all() {
        return all;
    }

    /** When all is calm. */
    void check() {
        all.forEach(Outcomes::check);
    }

    private static void check(Work work) {
        if (!work.isTransaction()) {
            checkLocal(work);
            return;
        }
        long there = 0;
        for (Map.Entry<Integer, Piece> each : work.pieces().entrySet()) {
            boolean isThere = each.getValue().pool().server().hasCommitted(each.getKey());
            there += isThere ? 1 : 0;
            if (work.end() == End.COMMITTED && each.getValue().isSure() && !isThere) {
                throw new AssertionError(work + " reported COMMITTED, but " + text(each) + " is lost");
            }
            if (isRolledBack(work) && isThere) {
                throw new AssertionError(work + " reported " + work.end() + ", but " + text(each) + " is committed");
            }
        }
        long sure = work.pieces().values().stream().filter(Piece::isSure).count();
        if (work.end() != End.HEURISTIC && there > 0 && there < sure) {
            throw new AssertionError(work + " is half committed: " + there + " of " + sure);
        }
    }

    /** Also one whose commit was never asked for. */
    private static boolean isRolledBack(Work work) {
        return work.end() == End.ROLLED_BACK || (work.end() == End.OPEN && !work.commits());
    }

    /** What was done at once stays. What was done in a local transaction is there if its commit was heard. */
    private static void checkLocal(Work work) {
        for (Map.Entry<Integer, Piece> each : work.pieces().entrySet()) {
            boolean isThere = each.getValue().pool().server().hasCommitted(each.getKey());
            if (each.getValue().isSure() && work.end() == End.COMMITTED && !isThere) {
                throw new AssertionError(text(each) + " was committed outside of a transaction, but is lost");
            }
            if (work.end() == End.ROLLED_BACK && isThere) {
                throw new AssertionError(text(each) + " was left uncommitted, but is committed");
            }
        }
    }

    private static String text(Map.Entry<Integer, Piece> piece) {
        return "work " + piece.getKey() + " on " + piece.getValue().pool();
    }
}
