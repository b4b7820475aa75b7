package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.ReferenceGoneException;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import java.lang.reflect.Method;

/** The answer to a call that the called process can't decode, since it does not know the object or its method. */
public final class Absent {
    private Absent() {}

    /** No object has the name, or the caller's reference to it is over. */
    public static RemoteFailureException object(String object, Method called) {
        CallName name = new CallName(object, called);
        return object.startsWith(References.MARK)
                ? new ReferenceGoneException(MESSAGES.referenceGone(name))
                : new ServiceRefusedException(MESSAGES.serviceUnknown(name), null);
    }

    /** The object has no such method. */
    public static RemoteFailureException method(String object, Method called, String type) {
        return new ServiceRefusedException(MESSAGES.methodNotExported(new CallName(object, called), type), null);
    }
}
