package dev.assent.transport.soap.desk;

/** The unit of the number in Expires. */
public enum ExpiresUnit {
    /** Milliseconds, as the standard says (WS-Coordination 1.2, section 2). */
    MILLISECONDS(1),
    /** Seconds, as some peers use it. */
    SECONDS(1_000);

    private final long millis;

    ExpiresUnit(long millis) {
        this.millis = millis;
    }

    /** A number as time. */
    public long toMillis(long number) {
        return number * millis;
    }

    /** Time as a number, rounded up, so that no transaction ends too early. */
    public long ofMillis(long time) {
        return time / millis + (time % millis == 0 ? 0 : 1);
    }
}
