package dev.assent.transport.iiop.service;

import dev.assent.core.message.Message;
import java.lang.reflect.Method;

/** A value that a call can't carry; the message says which, and what is allowed. */
public final class ValueException extends Exception {
    private static final long serialVersionUID = 1L;

    ValueException(Method method, String why) {
        super(Message.IIOP_VALUE_REFUSED.text(
                method.getDeclaringClass().getSimpleName() + "." + method.getName(), why));
    }
}
