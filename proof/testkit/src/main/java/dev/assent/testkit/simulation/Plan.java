package dev.assent.testkit.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * The plan of one transaction.
 *
 * @param branches one for each participant
 * @param end how it ends
 * @param timeoutMillis 0 for none
 * @param isJta whether it goes through Jakarta Transactions
 * @param calls made to other nodes, one after the other or at once, when its own branches are at work
 */
record Plan(List<Branch> branches, End end, int timeoutMillis, boolean isJta, List<Call> calls) {
    /**
     * A call of another node, or of one that was called before, or of the one that began.
     *
     * @param node its number; foreign transaction managers follow the nodes, and do work of their own
     * @param work the work there; its own end is ignored
     * @param isSynchronized whether it has a synchronization there
     */
    record Call(int node, Plan work, boolean isSynchronized) {}

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
        return new Plan(branches, end, timeoutMillis, isJta, List.of());
    }

    /** The same with calls of other nodes, by chance, which make chains, trees, diamonds and loops. */
    Plan withCalls(Chance chance, Profile profile) {
        if (isJta || chance.of(0.1)) {
            return this;
        }
        boolean isCommitted = chance.of(0.5);
        End wish = isCommitted ? End.COMMIT : end;
        return new Plan(branches, wish, isCommitted ? 0 : timeoutMillis, false, drawCalls(chance, profile, 0));
    }

    private static List<Call> drawCalls(Chance chance, Profile profile, int depth) {
        List<Call> calls = new ArrayList<>();
        int count = depth == 0 ? chance.between(1, 3) : (int) chance.oneOf(0, 0, 1, 2) - (depth > 2 ? 2 : 0);
        for (int i = 0; i < count; i++) {
            List<Branch> branches = new ArrayList<>();
            for (int left = (int) chance.oneOf(0, 1, 1, 2); left > 0; left--) {
                branches.add(new Branch(chance.below(profile.load().resources()), chance.of(0.8), false));
            }
            Plan work = new Plan(branches, End.COMMIT, 0, false, drawCalls(chance, profile, depth + 1));
            int nodes = profile.network().nodes();
            int foreigners = profile.network().foreigners();
            calls.add(
                    foreigners > 0 && chance.of(0.2)
                            ? new Call(nodes + chance.below(foreigners), work, false)
                            : new Call(chance.below(nodes), work, chance.of(0.1)));
        }
        return calls;
    }

    /** All branches write; commit is asked. */
    static Plan commit(int branches) {
        return ended(branches, End.COMMIT, 0);
    }

    /** The first {@code readers} branches only read. */
    static Plan ended(int branches, End end, int readers) {
        List<Branch> all = new ArrayList<>(branches);
        for (int i = 0; i < branches; i++) {
            all.add(new Branch(i, i >= readers, false));
        }
        return new Plan(all, end, end == End.ABANDON ? 10 : 0, false, List.of());
    }

    /** The same with one of the branches as the last resource. */
    Plan withLast(int index) {
        List<Branch> all = new ArrayList<>(branches);
        all.set(index, new Branch(all.get(index).resource(), true, true));
        return new Plan(all, end, timeoutMillis, isJta, calls);
    }
}
