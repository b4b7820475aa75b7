package dev.assent.transport.iiop.orb;

/** A servant of an object that may not be there, which an ORB does not know that answers for it. */
public interface MayBeAbsent {
    /**
     * Checks that the object is there.
     *
     * @throws org.omg.CORBA.OBJECT_NOT_EXIST when it is not
     * @throws org.omg.CORBA.TRANSIENT when it may come
     */
    void checkThere();
}
