package dev.assent.core.transaction;

/** A gate without an engine. */
final class PlainGate extends Gate {
    @Override
    public boolean leave() {
        return open();
    }

    @Override
    void leaveAtOnce() {
        leave();
    }

    @Override
    void pause() {
        Thread.yield();
    }

    @Override
    void failed(Throwable bug) {
        throw new IllegalStateException(bug);
    }
}
