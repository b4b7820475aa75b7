package dev.assent.resources.xa;

import dev.assent.core.xa.NamedXaResource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * The XAResource of a connection that a pool lends. It hands every call and every error through as they
 * are. After any error it {@linkplain #hasFailed has failed}: nobody can tell what state the connection is
 * in, so it must not be used again.
 *
 * <p>Thread safety: one call at a time, by any thread.
 */
public abstract class LentXaResource extends ForwardingXaResource implements NamedXaResource {
    private final String name;
    private volatile boolean failed;

    /**
     * Stands before a connection's own.
     *
     * @param name of the pool
     */
    protected LentXaResource(String name, XAResource driver) {
        super(driver);
        this.name = name;
    }

    @Override
    public final String resourceName() {
        return name;
    }

    /** Whether some call threw, or the connection failed otherwise. */
    public final boolean hasFailed() {
        return failed;
    }

    /** The connection must not be used again. */
    protected final void fail() {
        failed = true;
    }

    /** What is done with the connection, and may throw. */
    @FunctionalInterface
    protected interface Doing<T, E extends Exception> {
        /** Does it. */
        T run() throws E;
    }

    /**
     * Does something with the connection.
     *
     * @throws E what it throws, after which this has failed
     */
    protected final <T, E extends Exception> T attempt(Doing<T, E> doing) throws E {
        boolean isDone = false;
        try {
            T answer = doing.run();
            isDone = true;
            return answer;
        } finally {
            if (!isDone) {
                fail();
            }
        }
    }

    @Override
    protected final <T> T ask(Call<T> call) throws XAException {
        return attempt(call::run);
    }

    @Override
    public String toString() {
        return "XAResource of pool '" + name + "'";
    }
}
