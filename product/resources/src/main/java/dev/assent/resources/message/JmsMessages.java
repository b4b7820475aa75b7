package dev.assent.resources.message;

import dev.assent.TransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.message.Says;

/** Messages of JMS pools, in the order of their numbers; see {@link ResourceMessages}. */
public interface JmsMessages {
    /** A JMS pool without its connection factory. */
    @Says(
            id = 5201,
            value = "pool '%s' cannot be made: its key '%s' is missing; name the broker's class that implements"
                    + " jakarta.jms.XAConnectionFactory")
    String jmsFactoryMissing(String pool, String key);

    /** A broker that can't be reached, or refuses the login. */
    @Says(
            id = 5210,
            value = "pool '%s' cannot connect to its broker: %s; the caller gets no session; check that the broker is"
                    + " up and lets this user log in")
    String jmsNotConnected(String pool, String reason);

    /** A JMS pool without a free session. */
    @Says(
            id = 5211,
            value = "pool '%s' had no session for thread '%s' within %d ms: all %d are in use, threads that wait: %d%s;"
                    + " the caller gets no session; end transactions sooner, or raise the pool's 'sessions-max'")
    String jmsExhausted(String pool, String thread, long millis, int sessionsMax, int waiting, String longest);

    /** A JMS pool that was closed. */
    @Says(id = 5212, value = "pool '%s' is closed and gives no session")
    String jmsPoolClosed(String pool);

    /** A thread that was interrupted while it waited. */
    @Says(id = 5213, value = "pool '%s' gives no session: thread '%s' was interrupted while it waited for one")
    String jmsInterrupted(String pool, String thread);

    /** A broker that does not answer in time. */
    @Says(
            id = 5214,
            value = "the broker of pool '%s' did not finish the login within %d s, the pool's 'login-timeout-seconds';"
                    + " the pool gives the connection up; check the broker, or raise 'login-timeout-seconds'")
    String jmsLoginLate(String pool, int seconds);

    /** A pool whose sessions are not ready in time, since the broker opens them slowly. */
    @Says(
            id = 5215,
            value = "pool '%s' had no session for thread '%s' within %d ms, since opening one takes long: %d are being"
                    + " made; %d of at most %d are in use, threads that wait: %d; the caller gets no session; find out"
                    + " why the broker's logins are slow, or set 'acquisition-timeout-millis' above the time that a"
                    + " login takes")
    String jmsOpensSlowly(
            String pool, String thread, long millis, int underWay, int inUse, int sessionsMax, int waiting);

    /** No session outside of a transaction. */
    @Says(
            id = 5220,
            value = "pool '%s' gives no session to a thread that has no transaction; begin one first; for work without"
                    + " one use the broker's own connection factory")
    String jmsOutside(String pool);

    /** No session for a transaction that is over or can only roll back. */
    @Says(
            id = 5221,
            value = "pool '%s' gives no session to transaction %s: it %s; nothing was done; if it is not over, roll it"
                    + " back")
    String jmsRefused(String pool, TransactionId transaction, String why);

    /** A session that did not become part of the transaction. */
    @Says(
            id = 5222,
            value = "a session of pool '%s' was not enlisted in transaction %s: %s; the session is closed and the"
                    + " caller gets none")
    String jmsNotEnlisted(String pool, TransactionId transaction, String reason);

    /** A session that is used outside of its transaction. */
    @Says(
            id = 5223,
            value = "a session of pool '%s' is enlisted in %s and cannot be used now: %s; no work of this call is"
                    + " committed; make a JMSContext or session in the transaction and thread that use it")
    String jmsMisused(String pool, JtaTransaction transaction, String why);

    /** A call that a session in a transaction does not allow. */
    @Says(
            id = 5224,
            value = "'%s' is not allowed on a session or context of pool '%s': it would end the"
                    + " transaction, or do work that belongs to none; nothing was done; use the transaction"
                    + " manager, or the broker's own connection factory")
    String jmsOperationRefused(String method, String pool);

    /** A handle that was closed. */
    @Says(id = 5225, value = "cannot call '%s' on a handle of pool '%s' that was closed; nothing was done")
    String jmsHandleClosed(String method, String pool);

    /** An exception listener of the application threw. */
    @Says(
            id = 5226,
            value = "an exception listener of pool '%s' failed with %s when the pool reported that the connection to"
                    + " the broker was lost; it is not called again; the pool goes on, and connects again by itself")
    String jmsListenerFailed(String pool, Throwable failure);
}
