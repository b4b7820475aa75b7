package dev.assent.transport.soap.desk;

/** What the number in Expires counts. */
public enum ExpiresUnit {
    /** Milliseconds, as the standard says (WS-Coordination 1.2, section 2). */
    MILLISECONDS(1),
    /** Seconds, as some peers read it. */
    SECONDS(1_000);

    private final long millis;

    ExpiresUnit(long millis) {
        this.millis = millis;
    }

    /** A number as time. */
    public long toMillis(long number) {
        return number * millis;
    }

    /** Time as a number, rounded up, so that none is over before it is. */
    public long ofMillis(long time) {
        return time / millis + (time % millis == 0 ? 0 : 1);
    }
}
