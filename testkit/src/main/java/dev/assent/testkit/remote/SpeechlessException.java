package dev.assent.testkit.remote;

import dev.assent.remote.service.ApplicationException;

/** An exception that a program may throw as an answer. It throws when its text is read. */
@ApplicationException
final class SpeechlessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
        throw new IllegalStateException("nobody may know");
    }
}
