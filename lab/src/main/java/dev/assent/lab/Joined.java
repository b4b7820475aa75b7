package dev.assent.lab;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the classes that join the lab through files in {@code META-INF/services}: transports, databases. */
public final class Joined {
    private Joined() {}

    /**
     * All of a kind on the class path, in its order.
     *
     * @param kind the name of the kind, for people
     * @throws IllegalArgumentException when two have one name
     */
    public static <T> List<T> all(Class<T> type, String kind, Function<T, String> name) {
        Map<String, T> all = new LinkedHashMap<>();
        for (T each : ServiceLoader.load(type)) {
            T other = all.putIfAbsent(name.apply(each), each);
            if (other != null) {
                throw new IllegalArgumentException(MESSAGES.nameTwice(
                        kind + "s",
                        name.apply(each),
                        other.getClass().getName(),
                        each.getClass().getName()));
            }
        }
        return List.copyOf(all.values());
    }

    /**
     * The one of a name.
     *
     * @param kind the name of the kind, for people
     * @param all of them
     * @throws IllegalArgumentException when none has the name; the message lists those that there are
     */
    public static <T> T of(String wanted, String kind, List<T> all, Function<T, String> name) {
        return all.stream()
                .filter(each -> name.apply(each).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(MESSAGES.nameRefused(
                        kind, wanted, all.stream().map(name).collect(Collectors.joining(", ")))));
    }
}
