package dev.assent.resources.xa;

import dev.assent.core.xa.NamedXaResource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * The XAResource of a connection that a pool lends. It passes on every call and every error unchanged. After any error
 * it {@linkplain #hasFailed has failed}: nobody knows the state of the connection then, so it must not be used again.
 *
 * <p>Thread safety: one call at a time, by any thread.
 */
public abstract class LentXaResource extends ForwardingXaResource implements NamedXaResource {
    private final String name;
    private volatile boolean failed;

    /**
     * In front of a connection's own.
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

    /** Whether a call threw, or the connection failed otherwise. */
    public final boolean hasFailed() {
        return failed;
    }

    /** Marks the connection: nobody may use it again. */
    protected final void fail() {
        failed = true;
    }

    /** Work with the connection, which may throw. */
    @FunctionalInterface
    protected interface Doing<T, E extends Exception> {
        /** Does it. */
        T run() throws E;
    }

    /**
     * Does work with the connection.
     *
     * @throws E the work's exception; this has failed then
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
