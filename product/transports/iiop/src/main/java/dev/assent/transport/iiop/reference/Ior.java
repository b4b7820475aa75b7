package dev.assent.transport.iiop.reference;

import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.cdr.CdrIn;
import dev.assent.transport.iiop.cdr.CdrOut;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An object reference that is not nil, and what it says without a call (CORBA 3.0, sections 13.6 and 15.7.2).
 * Immutable.
 */
public final class Ior {
    /** The start of a stringified reference, in upper or lower case. */
    public static final String PREFIX = "IOR:";

    static final int TAG_INTERNET_IOP = 0;
    private static final int TAG_MULTIPLE_COMPONENTS = 1;

    private final String typeId;
    private final List<Tagged> profiles;
    private final IiopProfile iiop;

    /** A tagged profile, or a tagged component of one. Its data is an encapsulation. */
    public record Tagged(int tag, byte[] data) {
        static List<Tagged> readAll(CdrIn in, String what) throws CdrException {
            int count = in.takeCount("the list of " + what);
            List<Tagged> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                all.add(new Tagged(in.takeLong("the tag of " + what), in.takeOctets("one of " + what)));
            }
            return all;
        }

        static void writeAll(List<Tagged> all, CdrOut out) {
            out.putLong(all.size());
            all.forEach(each -> out.putLong(each.tag()).putOctets(each.data()));
        }
    }

    private Ior(String typeId, List<Tagged> profiles, IiopProfile iiop) {
        this.typeId = typeId;
        this.profiles = profiles;
        this.iiop = iiop;
    }

    /**
     * Reads a stringified reference.
     *
     * @throws ReferenceException when it is malformed, is nil, or leads to more than one place: an ORB may choose among
     *     them, but only one is compared with the list of addresses that may be called (law 22)
     */
    public static Ior parse(String text) throws ReferenceException {
        if (!text.toUpperCase(Locale.ROOT).startsWith(PREFIX)) {
            throw new ReferenceException("it does not begin with '" + PREFIX + "'");
        }
        Ior read;
        try {
            read = read(new CdrIn(HexFormat.of().parseHex(text.substring(PREFIX.length()))));
        } catch (IllegalArgumentException notHex) {
            throw new ReferenceException("it is not in hexadecimal digits: " + notHex.getMessage());
        } catch (ReferenceException refused) {
            throw refused;
        } catch (CdrException none) {
            throw new ReferenceException(String.valueOf(none.getMessage()));
        }
        if (read == null) {
            throw new ReferenceException("it is nil; a reference to an object is allowed");
        }
        return read;
    }

    /**
     * The place that one profile of a reference leads to.
     *
     * @throws ReferenceException when it is not a profile of IIOP, or leads to more than one place
     */
    public static IiopPlace placeOf(int tag, byte[] profile) throws ReferenceException {
        if (tag != TAG_INTERNET_IOP) {
            throw new ReferenceException("its profile is of kind " + Integer.toUnsignedString(tag) + "; one of IIOP, "
                    + TAG_INTERNET_IOP + ", is allowed");
        }
        try {
            return IiopProfile.read(new CdrIn(profile)).place();
        } catch (ReferenceException refused) {
            throw refused;
        } catch (CdrException none) {
            throw new ReferenceException(String.valueOf(none.getMessage()));
        }
    }

    /** A reference that has only this IIOP profile. */
    static Ior of(String typeId, IiopProfile profile) {
        return new Ior(typeId, List.of(profile.written()), profile);
    }

    /** Reads a reference; null if it is nil. Throws as {@link #parse} does, and when the bytes end too early. */
    public static @Nullable Ior read(CdrIn in) throws CdrException {
        String typeId = in.takeString("the type of a reference");
        List<Tagged> profiles = Tagged.readAll(in, "profiles");
        if (profiles.isEmpty()) {
            return null;
        }
        @Nullable IiopProfile found = null;
        for (Tagged each : profiles) {
            if (each.tag() == TAG_INTERNET_IOP) {
                IiopProfile read = IiopProfile.read(new CdrIn(each.data()));
                if (found != null) {
                    found.checkPlace(read.place());
                }
                found = found == null ? read : found;
            }
        }
        if (found == null) {
            throw new ReferenceException("it has no IIOP profile");
        }
        return new Ior(typeId, profiles, found);
    }

    /** Writes it as {@link #read} has read it. */
    public void write(CdrOut out) {
        Tagged.writeAll(profiles, out.putString(typeId));
    }

    /** Writes a nil reference. */
    public static void writeNil(CdrOut out) {
        out.putString("").putLong(0);
    }

    /** The repository id of its type; may be empty. */
    public String typeId() {
        return typeId;
    }

    /** All profiles, in their order. */
    public List<Tagged> profiles() {
        return List.copyOf(profiles);
    }

    /** The same object with another place, and only the IIOP profile. */
    public Ior at(IiopPlace place) {
        return of(typeId, iiop.at(place));
    }

    /** The data of a component of its IIOP profile, or of those beside the profile; null if none has this tag. */
    public byte @Nullable [] component(int tag) {
        for (Tagged each : iiop.components()) {
            if (each.tag() == tag) {
                return each.data().clone();
            }
        }
        return beside(tag);
    }

    /** Components beside a profile of IIOP 1.0, which has none itself. */
    private byte @Nullable [] beside(int tag) {
        for (Tagged profile : profiles) {
            if (profile.tag() == TAG_MULTIPLE_COMPONENTS) {
                try {
                    for (Tagged each : Tagged.readAll(new CdrIn(profile.data()), "components")) {
                        if (each.tag() == tag) {
                            return each.data();
                        }
                    }
                } catch (CdrException none) {
                    return null; // an ORB can't read it either
                }
            }
        }
        return null;
    }

    /** The process that it leads to. */
    public IiopPlace place() {
        return iiop.place();
    }

    /** A copy of the object's key in its process. */
    public byte[] objectKey() {
        return iiop.objectKey().clone();
    }

    /** The stringified reference. */
    @Override
    public String toString() {
        CdrOut out = new CdrOut();
        write(out);
        return PREFIX + HexFormat.of().formatHex(out.toByteArray());
    }
}
