package dev.assent.remote.message;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses for display. Some wires put references into addresses. A reference gives its holder the rights of the
 * process that got it, so it is not shown (law 22). Pure functions.
 */
public final class ShownAddress {
    private static final int CHARS_MAX = 100;

    /**
     * The beginning of the part that is not a place: reference parameters, a query, a stringified reference, a URL with
     * an object key.
     */
    private static final Pattern REFERENCE =
            Pattern.compile("[#?]|(?:^|/)IOR:|/corba(?:loc|name):", Pattern.CASE_INSENSITIVE);

    /** The part of a URL before its object key; its slashes may be escaped. */
    private static final Pattern URL = Pattern.compile("corba(?:loc|name):[^/%#?]*", Pattern.CASE_INSENSITIVE);

    private static final Pattern OBJECT =
            Pattern.compile("(?:IOR|corbaloc|corbaname):.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private ShownAddress() {}

    /** The place of an address, such as {@code soap://HOST:PORT/PATH}: the same for all references to one service. */
    public static String place(String address) {
        Matcher url = URL.matcher(address);
        if (url.lookingAt()) {
            return url.group();
        }
        Matcher reference = REFERENCE.matcher(address);
        return reference.find() ? address.substring(0, reference.start()) : address;
    }

    /** The place, cut if it is long. */
    public static String of(String address) {
        String place = place(address);
        if (place.isEmpty() && !address.isEmpty()) {
            return "a reference";
        }
        return place.length() <= CHARS_MAX ? place : place.substring(0, CHARS_MAX) + "...";
    }

    /** Whether the last part of an address is a reference or a URL with an object key, and not a name. */
    public static boolean isReference(String object) {
        return OBJECT.matcher(object).matches();
    }
}
