package dev.assent.remote.service;

import dev.assent.core.message.Message;
import java.lang.reflect.Method;

/** What a caller is told whose call can't be read where it has come to, since nothing there says of which types it is. */
public final class Absent {
    private Absent() {}

    /** There is no object of the name, or the caller's reference to it is over. */
    public static RemoteFailureException object(String object, Method called) {
        CallName name = new CallName(object, called);
        return object.startsWith(References.MARK)
                ? new ReferenceGoneException(Message.REFERENCE_GONE.text(name))
                : new ServiceRefusedException(Message.SERVICE_UNKNOWN.text(name), null);
    }

    /** The object has no such method. */
    public static RemoteFailureException method(String object, Method called, String type) {
        return new ServiceRefusedException(Message.METHOD_NOT_EXPORTED.text(new CallName(object, called), type), null);
    }
}
