package dev.assent.transport.iiop.reference;

import dev.assent.core.message.Message;
import dev.assent.transport.iiop.cdr.CdrException;

/** An object reference that is refused; the message says why, and what is allowed. */
public final class ReferenceException extends CdrException {
    private static final long serialVersionUID = 1L;

    /** What is wrong with it, and what is allowed. */
    public ReferenceException(String why) {
        super(Message.IIOP_REFERENCE_REFUSED.text(why));
    }
}
