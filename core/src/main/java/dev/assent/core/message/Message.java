package dev.assent.core.message;

/**
 * Every message that Assent shows to people, in one catalogue. A message names what failed, with the
 * value and what is allowed, or with the transaction and resource; what Assent does now; and what the
 * operator can do. Its number never changes its meaning: 1xxx use and configuration, 2xxx
 * transactions, 3xxx decision log, 4xxx recovery.
 *
 * <p>Immutable and safe to share.
 */
public enum Message {
    /** A transaction is begun while too many are under way. */
    TOO_MANY_TRANSACTIONS(1001, "cannot begin a transaction: %d are under way, the limit"
            + " 'transactions-max'; end some, or raise the limit");

    private final int number;
    private final String format;

    Message(int number, String format) {
        this.number = number;
        this.format = format;
    }

    /** The number behind "ASSENT-". */
    public int number() {
        return number;
    }

    /** The whole text with its number; {@code arguments} as in the message's format. */
    public String text(Object... arguments) {
        return "ASSENT-" + number + " " + format.formatted(arguments);
    }
}
