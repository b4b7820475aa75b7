package dev.assent.remote.node;

import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The addresses that a node may call if others name them (law 22). Host names are compared as they are written, without
 * a DNS lookup, so that a name server can't change what is allowed.
 *
 * <p>Immutable and safe to share.
 */
public final class AllowedAddresses implements Predicate<String> {
    /** The form of a list, for messages. */
    public static final String FORM =
            "separated by commas: loopback, SCHEME://HOST[:PORT][/PATH] with '*' for any part, /* for any path, or '*'";

    private static final String LOOPBACK = "loopback";
    private static final Pattern ENTRY = Pattern.compile("[a-z][a-z0-9+.-]*://[^\\s,@?#]+|\\*");

    /** Addresses of this machine or process. The host must match to its end, so that it can't hide another one. */
    private static final Pattern AT_LOOPBACK = Pattern.compile("in-process://[a-z0-9._-]{1,64}"
            + "|[a-z][a-z0-9+.-]*://(localhost|127(\\.[0-9]{1,3}){3}|\\[::1])(:[0-9]{1,5})?(/.*)?");

    /** The address of a process that does not listen: nothing can be called there. */
    private static final Pattern NOWHERE = Pattern.compile("[a-z][a-z0-9+.-]*:");

    private final List<Pattern> patterns;

    private AllowedAddresses(List<Pattern> patterns) {
        this.patterns = patterns;
    }

    /** Whether it is a list of allowed addresses. */
    public static boolean isList(String text) {
        return entries(text).stream()
                .allMatch(each -> each.equals(LOOPBACK) || ENTRY.matcher(each).matches());
    }

    /** Which addresses in contexts and registrations a configuration allows. */
    public static AllowedAddresses of(RemoteConfig config) {
        return of(config.get(RemoteSetting.ALLOWED_ADDRESSES));
    }

    /** The addresses of a list. */
    public static AllowedAddresses of(String list) {
        List<Pattern> patterns = new ArrayList<>(List.of(NOWHERE));
        for (String each : entries(list)) {
            patterns.add(each.equals(LOOPBACK) ? AT_LOOPBACK : Pattern.compile(pattern(each)));
        }
        return new AllowedAddresses(List.copyOf(patterns));
    }

    private static List<String> entries(String list) {
        List<String> entries = new ArrayList<>();
        for (String each : list.split(",", -1)) {
            entries.add(each.strip().toLowerCase(Locale.ROOT));
        }
        return entries;
    }

    private static String pattern(String entry) {
        if (entry.equals("*")) {
            return ".*";
        }
        int path = entry.indexOf('/', entry.indexOf("://") + 3);
        if (path < 0) {
            return parts(entry) + "(/.*)?"; // with any path
        }
        return entry.endsWith("/*") ? parts(entry.substring(0, entry.length() - 1)) + ".*" : parts(entry);
    }

    private static String parts(String entry) {
        StringBuilder pattern = new StringBuilder();
        for (String part : entry.split("(?=\\*)|(?<=\\*)")) {
            pattern.append(part.equals("*") ? "[^/:@?#]*" : Pattern.quote(part));
        }
        return pattern.toString();
    }

    @Override
    public boolean test(String address) {
        String plain = address.toLowerCase(Locale.ROOT);
        return patterns.stream().anyMatch(each -> each.matcher(plain).matches());
    }
}
