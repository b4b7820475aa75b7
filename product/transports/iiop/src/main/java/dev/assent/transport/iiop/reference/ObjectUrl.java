package dev.assent.transport.iiop.reference;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.remote.message.ShownAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Converts the forms that CORBA has for the address of an object (CORBA 3.0, section 13.6.10; Naming Service 1.3,
 * section 2.5) to {@code iiop://HOST:PORT/OBJECT}: a stringified reference, a file that has one, and the urls
 * {@code corbaloc:} and {@code corbaname:} of one place. Pure functions, except for reading the file.
 */
public final class ObjectUrl {
    private static final String CORBALOC = "corbaloc:";
    private static final String CORBANAME = "corbaname:";
    private static final String FILE = "file:";
    private static final int FILE_BYTES_MAX = 65_536;

    private ObjectUrl() {}

    /**
     * An object's reference.
     *
     * @param reference to the object, or to the NamingContext that has its name
     * @param name the name in that NamingContext; null for none
     */
    public record Found(String reference, @Nullable String name) {}

    /**
     * The address in the form of the transport.
     *
     * @return null for an address of any other form
     * @throws IllegalArgumentException when it is of one of these forms and can't be read
     */
    public static @Nullable String inOwnForm(String address) {
        if (isReference(address)) {
            return ofReference(address, address);
        } else if (startsWith(address, FILE)) {
            return ofReference(address, read(address));
        } else if (isUrl(address)) {
            Corbaloc url = Corbaloc.parse(address).orElseThrow(() -> refused(address, null));
            return IiopAddress.of(url.place()) + "/" + escaped(address);
        }
        return null;
    }

    private static String ofReference(String address, String reference) {
        try {
            return IiopAddress.of(Ior.parse(reference.strip())).toString();
        } catch (ReferenceException none) {
            throw refused(address, none);
        }
    }

    private static String read(String address) {
        try {
            Path file = Path.of(URI.create(address));
            if (Files.size(file) > FILE_BYTES_MAX) {
                throw new IOException("it has more than " + FILE_BYTES_MAX + " bytes");
            }
            return Files.readString(file, StandardCharsets.US_ASCII);
        } catch (IOException unread) {
            throw refused(address, unread);
        }
    }

    private static IllegalArgumentException refused(String address, @Nullable Exception cause) {
        String why = cause == null ? "" : " (" + cause.getMessage() + ")";
        return new IllegalArgumentException(MESSAGES.addressRefused(ShownAddress.of(address) + why), cause);
    }

    private static boolean startsWith(String address, String front) {
        return address.toLowerCase(Locale.ROOT).startsWith(front);
    }

    private static boolean isReference(String object) {
        return object.regionMatches(true, 0, Ior.PREFIX, 0, Ior.PREFIX.length());
    }

    private static boolean isUrl(String object) {
        return startsWith(object, CORBALOC) || startsWith(object, CORBANAME);
    }

    /** Escapes slashes, since an address is split at its last slash. */
    private static String escaped(String url) {
        return url.replace("%", "%25").replace("/", "%2F");
    }

    /**
     * Reads the last part of an address in the transport's form; null if it is a plain name.
     */
    public static @Nullable Found find(String object) {
        if (isReference(object)) {
            return new Found(object, null);
        }
        String url = object.replace("%2F", "/").replace("%25", "%");
        return isUrl(object)
                ? Corbaloc.parse(url)
                        .map(each -> new Found(each.reference(), each.name()))
                        .orElse(null)
                : null;
    }
}
