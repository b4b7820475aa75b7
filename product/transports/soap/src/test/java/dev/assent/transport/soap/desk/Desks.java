package dev.assent.transport.soap.desk;

import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.adapter.SystemClock;
import dev.assent.transport.soap.reference.Keys;

/** Desks for tests of what needs little of them. */
public final class Desks {
    private Desks() {}

    /** One at {@code soap://127.0.0.1:8080} that nothing is sent from, and nothing comes to. */
    public static Desk silent() {
        return new Desk(
                null,
                SystemClock.INSTANCE,
                null,
                () -> "http://127.0.0.1:8080",
                any -> false,
                ExpiresUnit.MILLISECONDS,
                new Keys(SigningSecret.ofThisLife()));
    }
}
