package dev.assent.resources;

import dev.assent.core.message.Message;
import java.time.Duration;
import java.util.Objects;
import javax.sql.XADataSource;

/**
 * What a pool is made of, every value checked.
 *
 * <pre>{@code
 * JdbcPoolConfig.of("orders", xaDataSource).withMaxSize(50)
 * }</pre>
 *
 * <p>Immutable and safe to share.
 *
 * @param name of the resource, stable over restarts: its branches are recovered by it
 * @param source makes connections, from several threads at once; each is used by one thread at a time
 * @param maxSize connections at most, from 1 to 10000; those that recovery opens come on top
 * @param acquisitionTimeout how long a caller waits for a connection while all are in use
 * @param loginTimeout how long connecting may take, in whole seconds; a login timeout that the source
 *     has already is left alone
 * @param recoveryTimeout how long recovery waits for an answer of the database, on drivers that can
 *     limit it
 * @param idleBeforeValidation connections that were idle for this long are tried before they are given
 *     out; zero tries every one
 */
public record JdbcPoolConfig(
        String name,
        XADataSource source,
        int maxSize,
        Duration acquisitionTimeout,
        Duration loginTimeout,
        Duration recoveryTimeout,
        Duration idleBeforeValidation) {
    private static final int MAX_SIZE_MAX = 10_000;
    private static final Duration WAIT_MAX = Duration.ofHours(1);

    /** Checks every value. */
    public JdbcPoolConfig {
        Objects.requireNonNull(name);
        Objects.requireNonNull(source);
        if (maxSize < 1 || maxSize > MAX_SIZE_MAX) {
            throw refused(name, "maxSize", maxSize, "1 to " + MAX_SIZE_MAX);
        }
        check(name, "acquisitionTimeout", acquisitionTimeout, Duration.ofMillis(1));
        check(name, "loginTimeout", loginTimeout, Duration.ofSeconds(1));
        if (loginTimeout.getNano() != 0) {
            throw refused(name, "loginTimeout", loginTimeout, "whole seconds");
        }
        check(name, "recoveryTimeout", recoveryTimeout, Duration.ofMillis(100));
        check(name, "idleBeforeValidation", idleBeforeValidation, Duration.ZERO);
    }

    /** A pool of 20 connections at most, with limits of 5 s, and of 30 s for recovery. */
    public static JdbcPoolConfig of(String name, XADataSource source) {
        return new JdbcPoolConfig(
                name,
                source,
                20,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1));
    }

    /**
     * As {@link #of(String, XADataSource)}, with a data source that is made here.
     *
     * @throws IllegalArgumentException as {@link XaDriverConfig#create}
     */
    public static JdbcPoolConfig of(String name, XaDriverConfig driver) {
        return of(name, driver.create());
    }

    /** The same with another {@link #maxSize}. */
    public JdbcPoolConfig withMaxSize(int connections) {
        return new JdbcPoolConfig(
                name, source, connections, acquisitionTimeout, loginTimeout, recoveryTimeout, idleBeforeValidation);
    }

    /** The same with another {@link #acquisitionTimeout}. */
    public JdbcPoolConfig withAcquisitionTimeout(Duration timeout) {
        return new JdbcPoolConfig(name, source, maxSize, timeout, loginTimeout, recoveryTimeout, idleBeforeValidation);
    }

    /** The same with another {@link #loginTimeout}. */
    public JdbcPoolConfig withLoginTimeout(Duration timeout) {
        return new JdbcPoolConfig(
                name, source, maxSize, acquisitionTimeout, timeout, recoveryTimeout, idleBeforeValidation);
    }

    /** The same with another {@link #recoveryTimeout}. */
    public JdbcPoolConfig withRecoveryTimeout(Duration timeout) {
        return new JdbcPoolConfig(
                name, source, maxSize, acquisitionTimeout, loginTimeout, timeout, idleBeforeValidation);
    }

    /** The same with another {@link #idleBeforeValidation}. */
    public JdbcPoolConfig withIdleBeforeValidation(Duration idle) {
        return new JdbcPoolConfig(name, source, maxSize, acquisitionTimeout, loginTimeout, recoveryTimeout, idle);
    }

    private static void check(String name, String what, Duration value, Duration min) {
        if (value.compareTo(min) < 0 || value.compareTo(WAIT_MAX) > 0) {
            throw refused(name, what, value, min + " to " + WAIT_MAX);
        }
    }

    private static IllegalArgumentException refused(String name, String what, Object value, String allowed) {
        return new IllegalArgumentException(Message.POOL_SETTING_REFUSED.text(name, what, value, allowed));
    }
}
