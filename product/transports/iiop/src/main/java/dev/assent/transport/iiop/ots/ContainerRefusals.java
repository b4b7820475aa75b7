package dev.assent.transport.iiop.ots;

import dev.assent.remote.ServiceRefusedException.Reason;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_MODE;
import org.omg.CORBA.TRANSACTION_REQUIRED;
import org.omg.CORBA.TRANSACTION_UNAVAILABLE;
import org.omg.CORBA.portable.UnknownException;

/**
 * Reads the exceptions of processes that refused a call before its work began, above all of EJB containers. Those
 * exceptions mean just that (Java to IDL mapping 1.3, section 1.4.8). Still some of them say COMPLETED_MAYBE, as
 * GlassFish's do. WildFly sends UNKNOWN with its own exception as a value beside it, which the ORB reads when its class
 * is on the class path. Pure functions.
 *
 * <p>From any other object COMPLETED_MAYBE means what it says: its code may have thrown the same exception in the
 * middle of its work. A container is recognized by its objects, which are {@linkplain #isOfContainer of RMI-IIOP}.
 * Other programs serve such objects, too. So the exception counts as a refusal only if no other process takes part in
 * the transaction.
 *
 * <p>A container passes on none of these exceptions from its bean: it wraps them, or rolls the transaction back and
 * says so.
 */
public final class ContainerRefusals {
    private static final int TEXT_CHARS_MAX = 500;
    private static final String TYPES_OF_RMI = "RMI:";

    /** By simple names, which are the same in {@code javax} and {@code jakarta}. */
    private static final Map<String, Reason> BY_CLASS = Map.of(
            "AccessException", Reason.FORBIDDEN,
            "AccessLocalException", Reason.FORBIDDEN,
            "EJBAccessException", Reason.FORBIDDEN,
            "TransactionRequiredException", Reason.TRANSACTION_NEEDED,
            "TransactionRequiredLocalException", Reason.TRANSACTION_NEEDED,
            "EJBTransactionRequiredException", Reason.TRANSACTION_NEEDED,
            "InvalidTransactionException", Reason.TRANSACTION_UNWANTED,
            "NoSuchObjectException", Reason.OTHER,
            "NoSuchObjectLocalException", Reason.OTHER,
            "NoSuchEJBException", Reason.OTHER);

    private static final Set<String> PACKAGES =
            Set.of("java.rmi", "javax.ejb", "jakarta.ejb", "javax.transaction", "jakarta.transaction");

    /** WildFly's code for a call in a transaction when it is not configured for the Transaction Service. */
    private static final String WILDFLY_WITHOUT_OTS = "WFLYEJB0387";

    private static final Set<String> IDS = Stream.of(
                    "NO_PERMISSION",
                    "OBJECT_NOT_EXIST",
                    "TRANSACTION_REQUIRED",
                    "INVALID_TRANSACTION",
                    "TRANSACTION_MODE",
                    "TRANSACTION_UNAVAILABLE")
            .map(name -> "IDL:omg.org/CORBA/" + name + ":1.0")
            .collect(Collectors.toUnmodifiableSet());

    private ContainerRefusals() {}

    /** Whether an object may belong to an EJB container, by the type id of its reference. */
    public static boolean isOfContainer(String typeId) {
        return typeId.startsWith(TYPES_OF_RMI);
    }

    /** Why a container refused a call; null when the exception says something else. */
    public static @Nullable Reason reason(SystemException failure) {
        if (failure.completed.value() == CompletionStatus._COMPLETED_YES) {
            return null;
        }
        if (failure instanceof UnknownException unknown) {
            return ofValue(unknown.originalEx);
        } else if (failure instanceof NO_PERMISSION) {
            return Reason.FORBIDDEN;
        } else if (failure instanceof TRANSACTION_REQUIRED) {
            return Reason.TRANSACTION_NEEDED;
        } else if (failure instanceof INVALID_TRANSACTION) {
            return Reason.TRANSACTION_UNWANTED;
        }
        return failure instanceof TRANSACTION_MODE || failure instanceof TRANSACTION_UNAVAILABLE ? Reason.OTHER : null;
    }

    private static @Nullable Reason ofValue(@Nullable Throwable value) {
        if (value == null) {
            return null;
        }
        Class<?> type = value.getClass();
        String text = String.valueOf(value.getMessage());
        if (type == java.rmi.RemoteException.class && text.startsWith(WILDFLY_WITHOUT_OTS)) {
            return Reason.TRANSACTION_UNWANTED;
        }
        return PACKAGES.contains(type.getPackageName()) ? BY_CLASS.get(type.getSimpleName()) : null;
    }

    /** The same for the id that an interceptor of programs sees, which can't see the value beside it. */
    public static boolean isRefusal(String exceptionId) {
        return IDS.contains(exceptionId);
    }

    /** Its text, in one line and without the stack trace that some ORBs send in the message. */
    public static String text(SystemException failure) {
        Throwable told = failure instanceof UnknownException unknown && unknown.originalEx != null
                ? unknown.originalEx
                : failure;
        String line = told.toString()
                .lines()
                .findFirst()
                .orElse("")
                .replaceFirst(":? *-+BEGIN server-side stack trace-+.*", "");
        return line.substring(0, Math.min(line.length(), TEXT_CHARS_MAX));
    }
}
