package dev.assent.testkit.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * What one transaction is to do.
 *
 * @param branches one for each participant
 * @param end how it ends
 * @param timeoutMillis 0 for none
 * @param isJta whether it goes through Jakarta Transactions
 */
record Plan(List<Branch> branches, End end, int timeoutMillis, boolean isJta) {
    /**
     * One participant.
     *
     * @param resource its number
     * @param isWriting whether it changes anything; else it may vote read-only
     * @param isLast whether it takes part without XA, as the last resource
     */
    record Branch(int resource, boolean isWriting, boolean isLast) {}

    /** How a transaction ends. */
    enum End {
        /** Commit is asked. */
        COMMIT,
        /** Rollback is asked. */
        ROLLBACK,
        /** Commit is asked after it was marked to roll back. */
        MARK,
        /** Nothing is asked: its time runs out. */
        ABANDON
    }

    static Plan draw(Chance chance, int resources) {
        int count = (int) chance.oneOf(0, 1, 1, 2, 2, 2, 3, 3, 4, 8);
        List<Branch> branches = new ArrayList<>(count);
        double writing = chance.oneOf(1, 1, 0.5);
        int last = chance.of(0.25) ? chance.below(8) : -1;
        for (int i = 0; i < count; i++) {
            branches.add(new Branch(chance.below(resources), chance.of(writing), i == last));
        }
        int draw = chance.below(20);
        End end = draw < 14 ? End.COMMIT : draw < 17 ? End.ROLLBACK : draw < 18 ? End.MARK : End.ABANDON;
        boolean isJta = chance.of(0.25) && end != End.ABANDON;
        boolean isShort = end == End.ABANDON || chance.of(0.3);
        int timeoutMillis = isShort ? 1 + chance.below(isJta ? 3 : 20) * (isJta ? 1000 : 1) : 0;
        return new Plan(branches, end, timeoutMillis, isJta);
    }

    /** All branches write; commit is asked. */
    static Plan commit(int branches) {
        return ended(branches, End.COMMIT, 0);
    }

    /** Of the branches the first {@code readers} only read. */
    static Plan ended(int branches, End end, int readers) {
        List<Branch> all = new ArrayList<>(branches);
        for (int i = 0; i < branches; i++) {
            all.add(new Branch(i, i >= readers, false));
        }
        return new Plan(all, end, end == End.ABANDON ? 10 : 0, false);
    }

    /** The same with one of the branches as the last resource. */
    Plan withLast(int index) {
        List<Branch> all = new ArrayList<>(branches);
        all.set(index, new Branch(all.get(index).resource(), true, true));
        return new Plan(all, end, timeoutMillis, isJta);
    }
}
