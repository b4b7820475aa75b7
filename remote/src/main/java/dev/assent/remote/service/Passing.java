package dev.assent.remote.service;

/** How arguments and results go when the object that is called is in the same process. */
public enum Passing {
    /** As they are: caller and object share them. The cheap one. */
    BY_REFERENCE,
    /**
     * As copies, as if the object were in another process. They are made by Java serialization, which makes no objects
     * but of the types that the interface declares: parameters and results with their type arguments, the types of
     * their fields, the permitted subclasses of sealed ones; and values, collections and times of the JDK. Results of
     * an interface that is {@link Remote} are references as ever; exceptions go as they are.
     */
    BY_VALUE
}
