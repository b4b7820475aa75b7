package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import java.lang.reflect.Method;

/** What a caller is told whose call can't be read where it has come to, since nothing there says of which types it is. */
public final class Absent {
    private Absent() {}

    /** There is no object of the name, or the caller's reference to it is over. */
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
