package dev.assent.core.message;

import dev.assent.core.foreign.Failure;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Makes Assent's messages for people from an interface. Each module has one such interface:
 *
 * <pre>{@code
 * public interface RemoteMessages {
 *     RemoteMessages MESSAGES = Catalogue.of(RemoteMessages.class);
 *
 *     // A peer answers again.
 *     @Says(id = 8021, value = "%s is reached again after %d ms; recovery goes on")
 *     String peerBack(String peer, long millis);
 * }
 * }</pre>
 *
 * <p>A call reads {@code MESSAGES.peerBack(address, millis)}, with a static import of the catalogue of its own module, and
 * {@code CoreMessages.MESSAGES.closing()} for a message of another one. The interface of a large module extends one interface
 * for each of its themes. A message of several modules is in the lowest module that they share.
 *
 * <p>A message names the failure, with the value and the allowed ones, or with the transaction and resource; then what
 * Assent does now, and what the operator can do. Its number never changes its meaning: 1xxx use and configuration, 2xxx
 * transactions, 3xxx decision log, 4xxx recovery and operators, 5xxx resources, 6xxx server and command line, 7xxx lab,
 * 8xxx other processes and transports. Each interface has them in the order of their numbers.
 *
 * <p>A parameter has the type that its callers have. It is {@code Object} if they have different types, or a type of a
 * package that needs the catalogue itself.
 *
 * <p>The catalogues are immutable and safe to share.
 */
public final class Catalogue {
    private static final String PREFIX = "ASSENT-";

    private Catalogue() {}

    /** The messages of an interface. Each of its methods returns a String and has {@link Says}. */
    public static <C> C of(Class<C> type) {
        InvocationHandler handler = (proxy, method, arguments) -> answer(type, proxy, method, arguments);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** The name of a message at the beginning of its text: "ASSENT-" and its number. */
    public static String name(String text) {
        int end = text.indexOf(' ');
        return text.startsWith(PREFIX) && end > 0 ? text.substring(0, end) : "";
    }

    private static Object answer(Class<?> type, Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
        Says says = method.getAnnotation(Says.class);
        if (says != null) {
            return text(says, arguments == null ? new Object[0] : arguments);
        }
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> type.getSimpleName();
            default -> throw new IllegalArgumentException(method + " is no message");
        };
    }

    /** Never fails because of an argument: if asking for its text throws, the message has its class. */
    private static String text(Says says, @Nullable Object[] arguments) {
        String text;
        try {
            text = String.format(
                    Locale.ROOT,
                    says.value(),
                    Arrays.stream(arguments).map(Catalogue::told).toArray());
        } catch (Throwable speechless) {
            text = String.format(
                    Locale.ROOT,
                    says.value(),
                    Arrays.stream(arguments).map(Catalogue::shown).toArray());
        }
        return PREFIX + says.id() + " " + text;
    }

    /** A driver's or a peer's exception may have a text of several pages. */
    private static @Nullable Object told(@Nullable Object argument) {
        return argument instanceof Throwable ? OneLine.of(argument) : argument;
    }

    private static @Nullable Object shown(@Nullable Object argument) {
        return argument == null || argument instanceof Number ? argument : Failure.text(argument);
    }
}
