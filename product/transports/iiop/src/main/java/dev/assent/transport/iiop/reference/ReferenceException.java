package dev.assent.transport.iiop.reference;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.transport.iiop.cdr.CdrException;

/** An object reference is refused; the message says why, and what is allowed. */
public final class ReferenceException extends CdrException {
    private static final long serialVersionUID = 1L;

    /** {@code why} says what is wrong with it, and what is allowed. */
    public ReferenceException(String why) {
        super(MESSAGES.referenceRefused(why));
    }
}
