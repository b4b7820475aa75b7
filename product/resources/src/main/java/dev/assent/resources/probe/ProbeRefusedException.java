package dev.assent.resources.probe;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import org.jspecify.annotations.Nullable;

/** The start-up probe found that prepared branches don't work. The message is complete. */
public final class ProbeRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String text;
    private final boolean lasting;

    ProbeRefusedException(String message, boolean lasting, @Nullable Throwable cause) {
        super(message, cause);
        this.text = message;
        this.lasting = lasting;
    }

    /**
     * Prepared branches are lost.
     *
     * @param title of the database or broker that loses them
     * @param how for people
     */
    public static ProbeRefusedException lossy(Probed<?> probed, String title, String how) {
        String text = MESSAGES.probeLossy(probed.pool(), title, how, probed.acceptance());
        return new ProbeRefusedException(text, true, null);
    }

    /** The message. */
    public String text() {
        return text;
    }

    /** Whether it stays so until an operator repairs it. */
    boolean isLasting() {
        return lasting;
    }
}
