package dev.assent.transport.iiop.reference;

import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.cdr.CdrIn;
import dev.assent.transport.iiop.cdr.CdrOut;
import java.util.List;

/**
 * The IIOP profile of a reference (CORBA 3.0, section 15.7.2). Immutable; callers must not change the key.
 *
 * @param place the process that it leads to
 * @param minor the minor version of IIOP
 * @param objectKey the object's key in that process
 * @param components what else it says; empty in version 1.0
 */
record IiopProfile(IiopPlace place, int minor, byte[] objectKey, List<Ior.Tagged> components) {
    private static final int TAG_ALTERNATE_IIOP_ADDRESS = 3;

    static IiopProfile read(CdrIn in) throws CdrException {
        int major = in.takeOctet("the version");
        int minor = in.takeOctet("the version");
        if (major != 1) {
            throw new ReferenceException("IIOP " + major + "." + minor + " is not allowed; 1.0 to 1.2 are");
        }
        IiopPlace place = readPlace(in);
        byte[] key = in.takeOctets("the object key");
        List<Ior.Tagged> components = minor == 0 ? List.of() : Ior.Tagged.readAll(in, "components");
        IiopProfile profile = new IiopProfile(place, minor, key, components);
        for (Ior.Tagged each : components) {
            if (each.tag() == TAG_ALTERNATE_IIOP_ADDRESS) {
                profile.checkPlace(readPlace(new CdrIn(each.data())));
            }
        }
        return profile;
    }

    /** The tagged profile that {@link #read} reads. */
    Ior.Tagged written() {
        CdrOut out = new CdrOut()
                .putOctet(1)
                .putOctet(minor)
                .putString(place.host())
                .putUshort(place.port())
                .putOctets(objectKey);
        if (minor > 0) {
            Ior.Tagged.writeAll(components, out);
        }
        return new Ior.Tagged(Ior.TAG_INTERNET_IOP, out.toByteArray());
    }

    /** The same object with another place. */
    IiopProfile at(IiopPlace other) {
        return new IiopProfile(other, minor, objectKey, components);
    }

    private static IiopPlace readPlace(CdrIn in) throws CdrException {
        return IiopPlace.ofProfile(in.takeString("the host"), in.takeUshort("the port"));
    }

    void checkPlace(IiopPlace other) throws ReferenceException {
        if (!other.equals(place)) {
            throw new ReferenceException("it leads to " + place + " and to " + other
                    + "; one place is allowed. A process on JacORB names one when its property OAIAddr is set, to 127.0.0.1"
                    + " on this machine");
        }
    }
}
