package dev.assent.remote.message;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses for people. Some wires have references in them: whoever has one can speak for who was given it, so none is
 * shown (law 22). Pure functions.
 */
public final class ShownAddress {
    private static final int CHARS_MAX = 100;

    /**
     * What begins the part that says more than where it is: reference parameters, a query, a stringified reference, a url with
     * the key of an object.
     */
    private static final Pattern REFERENCE =
            Pattern.compile("[#?]|(?:^|/)IOR:|/corba(?:loc|name):", Pattern.CASE_INSENSITIVE);

    /** The front of a url that has the key of an object behind it; its slashes may be escaped. */
    private static final Pattern URL = Pattern.compile("corba(?:loc|name):[^/%#?]*", Pattern.CASE_INSENSITIVE);

    private static final Pattern OBJECT =
            Pattern.compile("(?:IOR|corbaloc|corbaname):.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private ShownAddress() {}

    /** Where an address leads, such as {@code soap://HOST:PORT/PATH}: the same for all references to one service. */
    public static String place(String address) {
        Matcher url = URL.matcher(address);
        if (url.lookingAt()) {
            return url.group();
        }
        Matcher reference = REFERENCE.matcher(address);
        return reference.find() ? address.substring(0, reference.start()) : address;
    }

    /** The same, cut when it is long. */
    public static String of(String address) {
        String place = place(address);
        if (place.isEmpty() && !address.isEmpty()) {
            return "a reference";
        }
        return place.length() <= CHARS_MAX ? place : place.substring(0, CHARS_MAX) + "...";
    }

    /** Whether the last part of an address is a reference, or a url with the key of an object, and no name. */
    public static boolean isReference(String object) {
        return OBJECT.matcher(object).matches();
    }
}
