package dev.assent.core.message;

/** All messages of core, by theme; see {@link Catalogue}. */
public interface CoreMessages extends UseMessages, TransactionMessages, LogMessages, RecoveryMessages {
    /** Their one instance. */
    CoreMessages MESSAGES = Catalogue.of(CoreMessages.class);

    /** Loads what makes a message of a failure: without memory or file handles it could not be loaded any more. */
    static void load() {
        String unused = MESSAGES.tickFailed(new IllegalStateException());
    }
}
