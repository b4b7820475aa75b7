package dev.assent.transport.iiop.reference;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A {@code corbaloc:} or a {@code corbaname:} url of one place (CORBA 3.0, section 13.6.10; Naming Service 1.3, section
 * 2.5). ORBs read these urls, too, but some break keys that are not ASCII, and lose the reason why a name is not found.
 * Immutable.
 *
 * <p>A url without a version means IIOP 1.2. The standard says 1.0, but that version can't carry values.
 *
 * @param place the process that it leads to
 * @param minor the minor version of IIOP
 * @param key the object's key in that process; for a corbaname the key of the NamingContext
 * @param name the name in that NamingContext, as text; null for a corbaloc
 */
record Corbaloc(
        IiopPlace place, int minor, byte[] key, @Nullable String name) {
    private static final Pattern URL = Pattern.compile(
            "corba(loc|name):(?:iiop)?:(?:1\\.([0-9])@)?([^/#,@]+)(?:/([^#]*))?(?:#(.*))?", Pattern.CASE_INSENSITIVE);
    private static final String PORT_USUAL = ":2809";
    private static final String NAMES = "NameService";
    private static final int MINOR_USUAL = 2;

    /** Reads a url; empty if the text is not one. */
    public static Optional<Corbaloc> parse(String url) {
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        boolean isName = matcher.group(1).equalsIgnoreCase("name");
        Optional<IiopPlace> place = IiopPlace.parse(matcher.group(3))
                .or(() -> IiopPlace.parse(matcher.group(3) + PORT_USUAL))
                .filter(each -> each.port() > 0);
        byte[] key = decoded(matcher.group(4));
        byte[] name = decoded(matcher.group(5));
        if (place.isEmpty() || key == null || name == null || !isName && matcher.group(5) != null) {
            return Optional.empty();
        }
        int minor = matcher.group(2) == null ? MINOR_USUAL : Math.min(MINOR_USUAL, Integer.parseInt(matcher.group(2)));
        byte[] known = isName && key.length == 0 ? NAMES.getBytes(StandardCharsets.US_ASCII) : key;
        return Optional.of(
                new Corbaloc(place.get(), minor, known, isName ? new String(name, StandardCharsets.UTF_8) : null));
    }

    /** Decodes escapes of a percent sign and two digits; null if one is not of this form. */
    private static byte @Nullable [] decoded(@Nullable String escaped) {
        byte[] octets = (escaped == null ? "" : escaped).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < octets.length; i++) {
            if (octets[i] != '%') {
                out.write(octets[i]);
                continue;
            }
            if (i + 2 >= octets.length
                    || !HexFormat.isHexDigit(octets[i + 1])
                    || !HexFormat.isHexDigit(octets[i + 2])) {
                return null;
            }
            out.write(HexFormat.fromHexDigit(octets[i + 1]) << 4 | HexFormat.fromHexDigit(octets[i + 2]));
            i += 2;
        }
        return out.toByteArray();
    }

    /** The object, or the NamingContext, as a stringified reference without a type. */
    public String reference() {
        return Ior.of("", new IiopProfile(place, minor, key, List.of())).toString();
    }
}
