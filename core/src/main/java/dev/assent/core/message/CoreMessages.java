package dev.assent.core.message;

/** All messages of core, by theme; see {@link Catalogue}. */
public interface CoreMessages extends UseMessages, TransactionMessages, LogMessages, RecoveryMessages {
    /** Their one instance. */
    CoreMessages MESSAGES = Catalogue.of(CoreMessages.class);
}
