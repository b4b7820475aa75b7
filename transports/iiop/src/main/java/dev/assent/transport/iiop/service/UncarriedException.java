package dev.assent.transport.iiop.service;

import dev.assent.core.message.Message;
import dev.assent.transport.iiop.value.ValueException;
import java.lang.reflect.Method;

/** A call that has something which can't be carried; the message says what, and what is allowed. */
public final class UncarriedException extends Exception {
    private static final long serialVersionUID = 1L;

    UncarriedException(Method method, ValueException why) {
        super(
                Message.IIOP_VALUE_REFUSED.text(
                        method.getDeclaringClass().getSimpleName() + "." + method.getName(), why.getMessage()),
                why);
    }
}
