package dev.assent.transport.iiop.orb;

/** A servant for an object that may not exist. The ORB does not know that and asks the servant about the object. */
public interface MayBeAbsent {
    /**
     * Checks that the object exists.
     *
     * @throws org.omg.CORBA.OBJECT_NOT_EXIST when it does not
     * @throws org.omg.CORBA.TRANSIENT when it may exist later
     */
    void checkThere();
}
