package dev.assent.transport.iiop.service;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.remote.message.RemoteMessages;
import dev.assent.transport.iiop.value.ValueException;
import java.lang.reflect.Method;

/**
 * A call has something that can't be carried; the message says what, what is allowed, and whether the call was done.
 */
final class UncarriedException extends Exception {
    private static final long serialVersionUID = 1L;

    private UncarriedException(String text, Throwable cause) {
        super(text, cause);
    }

    /** For a type or an argument, when nothing was done. */
    static UncarriedException undone(Method method, Throwable why) {
        return new UncarriedException(MESSAGES.valueRefused(call(method), text(why)), why);
    }

    /** For a result. */
    static UncarriedException done(Method method, Throwable why) {
        return new UncarriedException(RemoteMessages.MESSAGES.resultUncarried(call(method), text(why)), why);
    }

    private static String call(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    private static String text(Throwable why) {
        return why instanceof ValueException refused
                ? String.valueOf(refused.getMessage())
                : ValueException.thrown(why);
    }
}
