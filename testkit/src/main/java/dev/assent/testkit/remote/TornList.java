package dev.assent.testkit.remote;

import java.util.AbstractList;

/** A list of one text that can't be read, as one is that another thread changes meanwhile. */
final class TornList extends AbstractList<String> {
    private final Office.Tear how;

    TornList(Office.Tear how) {
        this.how = how;
    }

    @Override
    public String get(int index) {
        throw how.happens();
    }

    @Override
    public int size() {
        return 1;
    }
}
