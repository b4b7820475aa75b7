package dev.assent.testkit.remote;

import dev.assent.remote.service.ApplicationException;

/** One that a program may throw as an answer, and that throws when it is asked what it is. */
@ApplicationException
final class SpeechlessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
        throw new IllegalStateException("nobody may know");
    }
}
