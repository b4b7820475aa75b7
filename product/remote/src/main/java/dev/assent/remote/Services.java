package dev.assent.remote;

/**
 * The objects that a node exports, and proxies of the objects of other nodes.
 *
 * <pre>{@code
 * services.export("account", Account.class, bean, CallTransaction.REQUIRED);
 * Account other = services.connect("native://bank-b:7400/account", Account.class);
 * }</pre>
 *
 * <p>A call of a proxy is part of the thread's transaction, as the called object's {@link CallTransaction} says.
 * The calling thread waits for the reply, as long as the setting {@code call-timeout-millis} and the transaction's remaining time allow.
 * A call is never sent twice. Exceptions of the application (those that the method declares, except Errors, and {@link
 * ApplicationFailure}s) are thrown as themselves. Anything else is a {@link RemoteFailureException}. Proxies can't be
 * arguments.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface Services {
    /** The address of this process, whatever transports it has. */
    String LOCAL = "local:";

    /**
     * As {@link #export(String, Class, Object, Attributes)}, with one attribute for the interface. A {@link Transacted} of
     * a method goes before it.
     */
    <T> void export(String name, Class<T> type, T object, CallTransaction attribute);

    /**
     * Lets others call an object by an interface.
     *
     * @param name of 1 to 64 letters, digits, '.', '_' and '-'
     * @param attributes which transactions its methods are part of
     * @throws IllegalArgumentException if the name has another form or is taken, the type is not an interface, or an
     *     attribute is for a method that the interface does not have
     */
    <T> void export(String name, Class<T> type, T object, Attributes attributes);

    /**
     * Exports several objects. This matters over IIOP: until it returns, the answer to an unknown name is to call again
     * (TRANSIENT), since the name may still be exported. Without this method, that is so until the first object is
     * exported. A process that exports nothing calls this with an action that does nothing. Over other wires an unknown
     * name is refused at any time ({@link ServiceRefusedException}).
     *
     * @param exports calls {@link #export(String, Class, Object, CallTransaction)}; this method throws its
     *     exceptions
     */
    void exportTogether(Runnable exports);

    /** Refuses new calls of the object; running calls go on. Does nothing if no object has the name. */
    void unexport(String name);

    /** As {@link #connect(String, Class, Passing)}, by reference. */
    <T> T connect(String address, Class<T> type);

    /**
     * A proxy of an object. This sends nothing, so neither the object nor its process need exist yet. {@code equals},
     * {@code hashCode} and {@code toString} of a proxy are its own.
     *
     * @param address the address of the process, '/', and the name of the object; or another form that a transport
     *     knows. {@link #LOCAL} and the addresses of this process's transports mean this process
     * @param passing how arguments go to an object of this process; to others they always go by value
     * @throws IllegalArgumentException if the address is malformed, or the type is not an interface
     */
    <T> T connect(String address, Class<T> type, Passing passing);

    /**
     * Releases a reference that a call has returned: the object's process closes the object, if it is AutoCloseable,
     * and no longer keeps it. Does nothing if the reference is released already.
     *
     * @throws IllegalArgumentException if the object is not a reference
     * @throws RemoteFailureException if the request did not reach the process, which keeps the object until its lease
     *     is over
     */
    void release(Object reference);

    /**
     * Starts the lease of a reference again.
     *
     * @throws IllegalArgumentException if the object is not a reference
     * @throws ReferenceGoneException if it is released, or its lease is over
     * @throws RemoteFailureException if the request did not reach the process
     */
    void renew(Object reference);

    /** How many objects this process keeps for references of other processes. */
    int references();
}
