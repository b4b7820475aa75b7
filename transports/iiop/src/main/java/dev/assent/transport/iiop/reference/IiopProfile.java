package dev.assent.transport.iiop.reference;

import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.cdr.CdrIn;

/**
 * What a reference says of IIOP (CORBA 3.0, section 15.7.2). Immutable; who has it does not change the key.
 *
 * @param place where it leads
 * @param objectKey what the process there knows the object by
 */
record IiopProfile(IiopPlace place, byte[] objectKey) {
    private static final int TAG_ALTERNATE_IIOP_ADDRESS = 3;

    static IiopProfile read(CdrIn in) throws CdrException {
        int major = in.takeOctet("the version");
        int minor = in.takeOctet("the version");
        if (major != 1) {
            throw new ReferenceException("IIOP " + major + "." + minor + " is not allowed; 1.0 to 1.2 are");
        }
        IiopPlace place = readPlace(in);
        IiopProfile profile = new IiopProfile(place, in.takeOctets("the object key"));
        if (minor > 0) {
            for (Ior.Tagged each : Ior.Tagged.readAll(in, "components")) {
                if (each.tag() == TAG_ALTERNATE_IIOP_ADDRESS) {
                    profile.checkPlace(readPlace(new CdrIn(each.data())));
                }
            }
        }
        return profile;
    }

    private static IiopPlace readPlace(CdrIn in) throws CdrException {
        return IiopPlace.ofProfile(in.takeString("the host"), in.takeUshort("the port"));
    }

    void checkPlace(IiopPlace other) throws ReferenceException {
        if (!other.equals(place)) {
            throw new ReferenceException("it leads to " + place + " and to " + other + "; one place is allowed");
        }
    }
}
