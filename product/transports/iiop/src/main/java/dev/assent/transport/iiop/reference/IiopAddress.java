package dev.assent.transport.iiop.reference;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.remote.message.Registration;
import dev.assent.remote.message.ShownAddress;
import org.jspecify.annotations.Nullable;

/**
 * An address of the transport. {@code iiop://HOST:PORT} is a process. {@code iiop://HOST:PORT/IOR:DIGITS} is an object:
 * the stringified reference follows the place that it leads to, so that a list of addresses can allow it (law 22).
 * Immutable.
 *
 * @param place the process that it leads to
 * @param reference a stringified reference; null for a process
 */
public record IiopAddress(IiopPlace place, @Nullable String reference) {
    /** The scheme of these addresses. */
    public static final String SCHEME = "iiop";

    private static final String FRONT = SCHEME + "://";

    /** The address of a process. */
    public static IiopAddress of(IiopPlace place) {
        return new IiopAddress(place, null);
    }

    /** The address of an object. */
    public static IiopAddress of(Ior reference) {
        return new IiopAddress(reference.place(), reference.toString());
    }

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException when it can't be read, or its reference leads to another place
     */
    public static IiopAddress parse(String address) {
        if (!address.regionMatches(true, 0, FRONT, 0, FRONT.length())) {
            throw refused(address);
        }
        int end = address.indexOf('/', FRONT.length());
        String front = address.substring(FRONT.length(), end < 0 ? address.length() : end);
        IiopPlace place = IiopPlace.parse(front).orElseThrow(() -> refused(address));
        if (place.port() == 0) {
            throw refused(address);
        }
        if (end < 0) {
            return of(place);
        }
        try {
            IiopAddress found = of(Ior.parse(address.substring(end + 1)));
            if (found.place().equals(place)) {
                return found;
            }
        } catch (ReferenceException none) {
            throw new IllegalArgumentException(MESSAGES.addressRefused(ShownAddress.of(address)), none);
        }
        throw refused(address);
    }

    private static IllegalArgumentException refused(String address) {
        return new IllegalArgumentException(MESSAGES.addressRefused(ShownAddress.of(address)));
    }

    /**
     * The text for records and messages, which have room for a limited length.
     *
     * @throws ReferenceException when the text is longer
     */
    public String toRecord() throws ReferenceException {
        String text = toString();
        if (text.length() > Registration.ADDRESS_CHARS_MAX) {
            throw new ReferenceException("it has " + text.length() + " characters as an address; "
                    + Registration.ADDRESS_CHARS_MAX + " at most are allowed");
        }
        return text;
    }

    @Override
    public String toString() {
        return FRONT + place + (reference == null ? "" : "/" + reference);
    }
}
