package dev.assent.testkit.remote;

import java.util.AbstractList;
import java.util.ConcurrentModificationException;

/** A list of one text that can't be read, as one is that another thread changes meanwhile. */
final class TornList extends AbstractList<String> {
    private final Office.Tear how;

    TornList(Office.Tear how) {
        this.how = how;
    }

    @Override
    public String get(int index) {
        switch (how) {
            case ERROR -> throw new StackOverflowError("too deep");
            case SPEECHLESS -> throw new SpeechlessException();
            default -> throw new ConcurrentModificationException("changed meanwhile");
        }
    }

    @Override
    public int size() {
        return 1;
    }
}
