package dev.assent.remote.message;

/** Addresses for people: some wires have object references in them. Pure functions. */
public final class ShownAddress {
    private static final int CHARS_MAX = 100;

    private ShownAddress() {}

    /** An address, cut behind the place that it begins with when it is long. */
    public static String of(String address) {
        return address.length() <= CHARS_MAX ? address : address.substring(0, CHARS_MAX) + "...";
    }
}
