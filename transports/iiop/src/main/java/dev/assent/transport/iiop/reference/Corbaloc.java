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
 * A {@code corbaloc:} or a {@code corbaname:} of one place (CORBA 3.0, section 13.6.10; Naming Service 1.3, section 2.5). ORBs
 * read these, too, but not all of them: some break keys that are not ASCII, and lose why a name is not found. Immutable.
 *
 * <p>Without a version it is of IIOP 1.2, though by the standard it would be of 1.0: values are not carried by that.
 *
 * @param place where it leads
 * @param minor of the version of IIOP
 * @param key what the process there knows the object by; the NamingContext of a corbaname
 * @param name in that NamingContext, as a text; null for a corbaloc
 */
public record Corbaloc(
        IiopPlace place, int minor, byte[] key, @Nullable String name) {
    private static final Pattern URL = Pattern.compile(
            "corba(loc|name):(?:iiop)?:(?:1\\.([0-9])@)?([^/#,@]+)(?:/([^#]*))?(?:#(.*))?", Pattern.CASE_INSENSITIVE);
    private static final String PORT_USUAL = ":2809";
    private static final String NAMES = "NameService";
    private static final int MINOR_USUAL = 2;

    /** Reads one; empty when it is none. */
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

    /** What stands behind percent signs, of two digits each; null when something else does. */
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
