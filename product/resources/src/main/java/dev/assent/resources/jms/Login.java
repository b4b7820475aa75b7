package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.foreign.Failure;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Connects with a limit, which Jakarta Messaging lacks: a broker that is just stopping or starting may accept a
 * connection and send nothing, and would block the caller, or recovery of all resources, for as long as its client
 * waits. So a separate thread connects; if its connection comes too late, it closes that.
 *
 * <p>Safe to share.
 *
 * @param abandoned how many threads still connect although their callers have given up
 */
record Login(JmsPoolConfig config, AtomicInteger abandoned) {
    Login(JmsPoolConfig config) {
        this(config, new AtomicInteger());
    }

    /** Has what the broker's client threw: a future asks its exception for its text, and that may throw. */
    private static final class NotMadeException extends Exception {
        private static final long serialVersionUID = 1L;

        NotMadeException(Throwable brokers) {
            super(null, brokers);
        }
    }

    /**
     * Connects.
     *
     * @param whenLost is called once when the broker's client reports that the connection is gone
     * @throws JMSException the broker's, or that it took too long
     */
    PhysicalSession open(ExceptionListener whenLost) throws JMSException {
        CompletableFuture<PhysicalSession> made = new CompletableFuture<>();
        Thread thread = new Thread(() -> connect(made, whenLost), "assent-jms-login-" + config.name());
        thread.setDaemon(true);
        thread.start();
        int seconds = config.get(JmsPoolSetting.LOGIN_TIMEOUT_SECONDS);
        try {
            return made.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            PhysicalSession justNow = abandon(made);
            if (justNow != null) {
                return justNow;
            }
            throw Failures.because(new JMSException(MESSAGES.jmsLoginLate(config.name(), seconds)), late);
        } catch (InterruptedException interrupted) {
            PhysicalSession justNow = abandon(made);
            Thread.currentThread().interrupt();
            if (justNow != null) {
                return justNow;
            }
            throw Failures.because(
                    new JMSException(MESSAGES.jmsInterrupted(
                            config.name(), Thread.currentThread().getName())),
                    interrupted);
        } catch (ExecutionException failed) {
            Throwable brokers =
                    failed.getCause() instanceof NotMadeException told ? told.getCause() : failed.getCause();
            if (brokers instanceof JMSException known) {
                throw known;
            }
            throw Failures.because(new JMSException(Failure.text(brokers)), brokers);
        }
    }

    /**
     * Counts the late connection until it is closed. Returns one that was made just in time; null when there is none.
     */
    @Nullable PhysicalSession abandon(CompletableFuture<PhysicalSession> made) {
        abandoned.incrementAndGet(); // before it is certain, so that a close of the pool sees it
        if (made.cancel(false)) {
            return null;
        }
        abandoned.decrementAndGet();
        return made.isCompletedExceptionally() ? null : made.join();
    }

    private void connect(CompletableFuture<PhysicalSession> made, ExceptionListener whenLost) {
        try {
            PhysicalSession session = PhysicalSession.open(config.factory(), whenLost);
            if (!made.complete(session)) {
                session.close();
            }
        } catch (Throwable failed) {
            made.completeExceptionally(new NotMadeException(failed));
        } finally {
            if (made.isCancelled()) {
                abandoned.decrementAndGet();
            }
        }
    }
}
