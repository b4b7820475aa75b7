package dev.assent.core.message;

/** All messages of core, by theme; see {@link Catalogue}. */
public interface CoreMessages extends UseMessages, TransactionMessages, LogMessages, RecoveryMessages {
    /** The only instance. */
    CoreMessages MESSAGES = Catalogue.of(CoreMessages.class);

    /** Loads the classes that make a message of a failure: without memory or file handles that would fail later. */
    static void load() {
        String unused = MESSAGES.tickFailed(new IllegalStateException());
    }
}
