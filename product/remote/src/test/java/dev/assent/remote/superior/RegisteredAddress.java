package dev.assent.remote.superior;

import dev.assent.core.transaction.GlobalTransaction;

/** Where a superior asks a subordinate: with the keys that no display shows. Has no state. */
public final class RegisteredAddress {
    private RegisteredAddress() {}

    /** The address of the first subordinate of a transaction. */
    public static String of(GlobalTransaction superiors) {
        return superiors.participants().all().stream()
                .filter(RemoteParticipant.class::isInstance)
                .map(each -> ((RemoteParticipant) each).whereabouts().address())
                .findFirst()
                .orElseThrow();
    }
}
