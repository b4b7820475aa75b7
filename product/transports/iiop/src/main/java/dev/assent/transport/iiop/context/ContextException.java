package dev.assent.transport.iiop.context;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.transport.iiop.cdr.CdrException;

/** A transaction context is refused; the message says why, and what is allowed. */
public final class ContextException extends CdrException {
    private static final long serialVersionUID = 1L;

    /** {@code why} says what is wrong with it, and what is allowed. */
    public ContextException(String why) {
        super(MESSAGES.contextRefused(why));
    }
}
