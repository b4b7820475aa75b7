package dev.assent.transport.iiop.reference;

import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.cdr.CdrIn;
import dev.assent.transport.iiop.cdr.CdrOut;
import java.util.List;

/**
 * What a reference says of IIOP (CORBA 3.0, section 15.7.2). Immutable; who has it does not change the key.
 *
 * @param place where it leads
 * @param minor of the version of IIOP
 * @param objectKey what the process there knows the object by
 * @param components what else it says; nothing of version 1.0
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

    /** The profile of a reference that {@link #read} finds it in. */
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

    /** The same object at another place. */
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
