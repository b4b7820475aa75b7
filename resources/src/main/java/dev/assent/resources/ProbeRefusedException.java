package dev.assent.resources;

import org.jspecify.annotations.Nullable;

/** The start-up probe found that prepared branches don't work. The message says all there is to say. */
final class ProbeRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String text;
    private final boolean lasting;

    ProbeRefusedException(String message, boolean lasting, @Nullable Throwable cause) {
        super(message, cause);
        this.text = message;
        this.lasting = lasting;
    }

    /** The message. */
    String text() {
        return text;
    }

    /** Whether it stays so until somebody mends it. */
    boolean isLasting() {
        return lasting;
    }
}
