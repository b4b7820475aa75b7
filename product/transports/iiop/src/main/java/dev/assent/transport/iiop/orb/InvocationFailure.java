package dev.assent.transport.iiop.orb;

import org.jspecify.annotations.Nullable;
import org.omg.CORBA.SystemException;

/** The system exception that ended an invocation, and what came with it. */
public final class InvocationFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final SystemException failure;
    private final transient @Nullable ReplyData data;

    InvocationFailure(SystemException failure, @Nullable ReplyData data) {
        super(failure);
        this.failure = failure;
        this.data = data;
    }

    /** The exception. */
    public SystemException failure() {
        return failure;
    }

    /** What else the reply said; null if it said nothing, or if there was none. */
    public @Nullable ReplyData data() {
        return data;
    }
}
