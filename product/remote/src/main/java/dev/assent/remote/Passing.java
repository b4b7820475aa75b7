package dev.assent.remote;

/** How arguments and results are passed if the called object is in the same process. */
public enum Passing {
    /** By reference: caller and object share them. Cheap. */
    BY_REFERENCE,
    /**
     * As copies, as if the object were in another process. Java serialization makes the copies. It makes objects only
     * of the types that the interface declares: parameters and results with their type arguments, the types of their
     * fields, the permitted subclasses of sealed ones; and values, collections and times of the JDK. Results of an
     * interface that is {@link Referenced} are references in any case; exceptions are passed by reference.
     */
    BY_VALUE
}
