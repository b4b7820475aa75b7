package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.Passing;
import dev.assent.remote.ReferenceGoneException;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.Services;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An object of this process, called by the caller's thread, in the transaction that its attribute says. If the thread
 * has the right transaction already, a call costs only a look-up of the method and of the thread's transaction.
 *
 * <p>Thread safety: safe to share.
 */
final class LocalProxy extends ServiceProxy {
    private static final UnaryOperator<@Nullable Object> AS_IT_IS = UnaryOperator.identity();

    private final Exports exports;
    private final Demarcation demarcation;
    private final Class<?> type;
    private final String object;

    /** An object that a call has returned; null for an object that is found by its name. */
    private final @Nullable Exported returned;

    /** Null if arguments and results are passed by reference. */
    private final @Nullable Copier copier;

    private volatile boolean isReleased;

    private LocalProxy(LocalProxy like, Class<?> type, Exported returned) {
        this.exports = like.exports;
        this.demarcation = like.demarcation;
        this.type = type;
        this.object = References.MARK;
        this.returned = returned;
        this.copier = like.copier == null ? null : new Copier(type);
    }

    /** The object that has this name at the time of the call. */
    LocalProxy(Exports exports, Demarcation demarcation, Class<?> type, String object, Passing passing) {
        this.exports = exports;
        this.demarcation = demarcation;
        this.type = type;
        this.object = object;
        this.returned = null;
        this.copier = passing == Passing.BY_VALUE ? new Copier(type) : null;
    }

    @Override
    Class<?> type() {
        return type;
    }

    @Override
    @Nullable Object call(Method called, @Nullable Object[] arguments) throws Throwable {
        CallName call = new CallName(object, called);
        Exported exported = returned != null ? returned : exports.require(call);
        ExportedMethod method = exported.method(call);
        boolean isClose = returned != null && call.isClose();
        if (isReleased) {
            if (isClose) {
                return null;
            }
            throw new ReferenceGoneException(MESSAGES.referenceGone(call));
        }
        @Nullable Object[] passed = copier == null ? arguments : copy(call, copier, arguments);
        Work work = new Work(call, method, exported.target(), passed, result(call, method));
        @Nullable Object value = run(work);
        isReleased |= isClose;
        return value;
    }

    private @Nullable Object run(Work work) throws Throwable {
        JtaTransaction callers = demarcation.manager().getTransaction();
        CallTransaction attribute = work.method().attribute();
        return switch (CallScope.of(attribute, callers != null)) {
            case CALLERS -> demarcation.inside(callers, work);
            case OWN -> demarcation.tied(work.call(), null, () -> demarcation.own(work));
            case NONE -> without(callers, work);
            case REFUSED -> throw Demarcation.refusal(work.call(), attribute);
        };
    }

    private @Nullable Object without(@Nullable JtaTransaction callers, Work work) throws Throwable {
        if (callers == null) {
            return demarcation.inside(null, work);
        }
        return demarcation.tied(work.call(), null, () -> demarcation.inside(null, work));
    }

    private static @Nullable Object[] copy(CallName call, Copier copier, @Nullable Object[] arguments) {
        try {
            return (@Nullable Object[]) Objects.requireNonNull(copier.copy(arguments));
        } catch (IOException | ClassNotFoundException refused) {
            throw new ServiceRefusedException(notCopied(call, "arguments", refused), refused);
        }
    }

    private static String notCopied(CallName call, String what, Exception refused) {
        return MESSAGES.notCopied(
                call, what, refused, call.method().getDeclaringClass().getName());
    }

    private UnaryOperator<@Nullable Object> result(CallName call, ExportedMethod method) {
        if (method.returnsReference()) {
            return value -> value == null ? null : reference(method, value);
        }
        Copier copying = copier;
        if (copying == null) {
            return AS_IT_IS;
        }
        return value -> {
            try {
                return copying.copy(value);
            } catch (IOException | ClassNotFoundException refused) {
                throw new IllegalStateException(notCopied(call, "result", refused), refused);
            }
        };
    }

    private Object reference(ExportedMethod method, Object value) {
        Class<?> declared = method.method().getReturnType();
        return Proxies.of(new LocalProxy(this, declared, exports.returned(method, value)));
    }

    /** The object is in this process, so no lease keeps it; this only closes it. */
    @Override
    boolean release() {
        if (returned == null) {
            return false;
        }
        if (!isReleased) {
            isReleased = true;
            if (returned.target() instanceof AutoCloseable closeable) {
                close(closeable);
            }
        }
        return true;
    }

    private static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Throwable failed) {
            throw new RemoteFailureException(
                    MESSAGES.referenceCloseFailed(closeable.getClass().getName(), failed), failed);
        }
    }

    @Override
    boolean renew() {
        if (isReleased) {
            throw new ReferenceGoneException(MESSAGES.referenceGone(new CallName(object, Leases.method("renew"))));
        }
        return returned != null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LocalProxy that
                && exports == that.exports
                && object.equals(that.object)
                && type == that.type
                && (returned == null) == (that.returned == null)
                && (returned == null || that.returned == null || returned.target() == that.returned.target());
    }

    @Override
    public int hashCode() {
        return returned == null ? object.hashCode() : System.identityHashCode(returned.target());
    }

    @Override
    public String toString() {
        return type.getSimpleName() + " of this process"
                + (returned == null ? " at " + Services.LOCAL + "/" + object : "");
    }
}
