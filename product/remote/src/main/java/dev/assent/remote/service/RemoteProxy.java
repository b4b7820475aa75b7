package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.ReferenceGoneException;
import dev.assent.remote.Referenced;
import dev.assent.remote.message.Reference;
import dev.assent.remote.message.ShownAddress;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * An object of another process.
 *
 * <p>Thread safety: safe to share.
 */
final class RemoteProxy extends ServiceProxy {
    private final OutgoingCalls calls;
    private final Class<?> type;
    private final Destination process;
    private final String object;

    private volatile boolean isReleased;

    /**
     * An object.
     *
     * @param process its process
     * @param object its name there: of a reference, or of an exported object
     */
    RemoteProxy(OutgoingCalls calls, Class<?> type, Destination process, String object) {
        this.calls = calls;
        this.type = type;
        this.process = process;
        this.object = object;
    }

    @Override
    Class<?> type() {
        return type;
    }

    private boolean isReference() {
        return object.startsWith(References.MARK);
    }

    @Override
    @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
        CallName call = new CallName(object, type, method);
        boolean isClose = isReference() && call.isClose();
        if (isReleased) {
            if (isClose) {
                return null;
            }
            throw new ReferenceGoneException(MESSAGES.referenceGone(call));
        }
        Object value;
        try {
            value = calls.call(process, call, arguments);
        } catch (ReferenceGoneException gone) {
            if (!isClose) {
                throw gone;
            }
            value = null; // gone as it should be
        }
        isReleased |= isClose;
        return value instanceof Reference reference && method.getReturnType().isAnnotationPresent(Referenced.class)
                ? Proxies.of(new RemoteProxy(calls, method.getReturnType(), process, reference.object()))
                : value;
    }

    @Override
    boolean release() {
        if (!isReference()) {
            return false;
        }
        if (!isReleased) {
            try {
                tell("release");
            } catch (ReferenceGoneException expired) {
                // as it should be
            }
            isReleased = true;
        }
        return true;
    }

    @Override
    boolean renew() {
        if (!isReference()) {
            return false;
        }
        tell("renew");
        return true;
    }

    private void tell(String what) {
        calls.outside(process, new CallName(Leases.NAME, Leases.method(what)), object);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RemoteProxy that
                && calls == that.calls
                && type == that.type
                && process.process().equals(that.process.process())
                && object.equals(that.object);
    }

    @Override
    public int hashCode() {
        return 31 * process.process().hashCode() + object.hashCode();
    }

    @Override
    public String toString() {
        return type.getSimpleName()
                + (isReference() ? " of a reference at " + process : " at " + ShownAddress.of(process + "/" + object));
    }
}
