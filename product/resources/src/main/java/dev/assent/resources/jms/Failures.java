package dev.assent.resources.jms;

import dev.assent.TimedOutException;
import dev.assent.core.foreign.Failure;
import dev.assent.core.message.Catalogue;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.TransactionRolledBackRuntimeException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JMSExceptions with their causes, and as the unchecked ones of the simplified API. */
final class Failures {
    private interface Unchecked {
        JMSRuntimeException of(@Nullable String reason, @Nullable String errorCode, Throwable cause);
    }

    private static final Map<Class<? extends JMSException>, Unchecked> UNCHECKED = Map.ofEntries(
            Map.entry(IllegalStateException.class, IllegalStateRuntimeException::new),
            Map.entry(InvalidClientIDException.class, InvalidClientIDRuntimeException::new),
            Map.entry(InvalidDestinationException.class, InvalidDestinationRuntimeException::new),
            Map.entry(InvalidSelectorException.class, InvalidSelectorRuntimeException::new),
            Map.entry(JMSSecurityException.class, JMSSecurityRuntimeException::new),
            Map.entry(MessageFormatException.class, MessageFormatRuntimeException::new),
            Map.entry(MessageNotWriteableException.class, MessageNotWriteableRuntimeException::new),
            Map.entry(ResourceAllocationException.class, ResourceAllocationRuntimeException::new),
            Map.entry(TransactionInProgressException.class, TransactionInProgressRuntimeException::new),
            Map.entry(TransactionRolledBackException.class, TransactionRolledBackRuntimeException::new));

    private Failures() {}

    /** The same exception with its cause, in both ways that JMS offers. */
    static <E extends JMSException> E because(E told, @Nullable Throwable cause) {
        if (cause != null) {
            told.initCause(cause);
            if (cause instanceof Exception linked) {
                told.setLinkedException(linked);
            }
        }
        return told;
    }

    /**
     * A transaction has timed out: the same text for every caller, with the timeout among the causes.
     *
     * @param failed the error that the caller would have got; null for none
     */
    static JMSException timedOut(TimedOutException timeout, @Nullable Throwable failed) {
        return because(
                new TransactionRolledBackException(timeout.text(), Catalogue.name(timeout.text())),
                failed == null ? timeout : timeout.behind(failed));
    }

    /** Its text, with those of its causes that add something: a broker's client may hide the reason there. */
    static String reason(Throwable failed) {
        String reason = Failure.message(failed);
        Throwable cause = Failure.cause(failed);
        for (int i = 0; cause != null && i < Failure.CAUSES_MAX; i++) {
            String more = Failure.message(cause);
            if (!reason.contains(more)) {
                reason += " (" + more + ")";
            }
            cause = Failure.cause(cause);
        }
        return reason;
    }

    /** The exception of the simplified API for it (Jakarta Messaging 3.1, section 2.10). */
    static JMSRuntimeException unchecked(JMSException failed) {
        return UNCHECKED
                .getOrDefault(failed.getClass(), JMSRuntimeException::new)
                .of(failed.getMessage(), failed.getErrorCode(), failed);
    }
}
