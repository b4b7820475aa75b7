package dev.assent.transport.iiop.message;

import dev.assent.TransactionId;
import dev.assent.core.message.Catalogue;
import dev.assent.core.message.Says;
import dev.assent.remote.transport.ExportedNames;

/** Messages of the IIOP transport, in the order of their numbers; see {@link Catalogue}. */
public interface IiopMessages {
    /** The one instance. */
    IiopMessages MESSAGES = Catalogue.of(IiopMessages.class);

    /** An address that does not fit the IIOP transport. */
    @Says(
            id = 8200,
            value = "'%s' is not an address of the iiop transport; allowed: 'iiop://HOST:PORT', with a port from 1 to"
                    + " 65535, and 'iiop://HOST:PORT/IOR:DIGITS', with a reference that leads to that place; for"
                    + " objects also 'IOR:DIGITS', the file: url of one, and corbaloc: and corbaname: urls of one"
                    + " place")
    String addressRefused(String address);

    /** Text that is not an object reference, or a reference that is not allowed. */
    @Says(id = 8201, value = "an object reference is refused: %s; nothing was done; check the process that sent it")
    String referenceRefused(String why);

    /** A transaction context that can't be used. */
    @Says(
            id = 8202,
            value = "a transaction context is refused: %s; the call was not done; check the process that" + " sent it")
    String contextRefused(String why);

    /** The ORB does not start. */
    @Says(
            id = 8203,
            value = "the ORB of class '%s' can't start (listen address: %s): %s; check that its jar is on the class"
                    + " path, and that the port is free if it listens")
    String orbNotMade(String orbClass, Object place, Throwable cause);

    /** A reference to an object of a process that does not listen. */
    @Says(id = 8204, value = "there is no reference to %s: this process does not listen over iiop; set '%s'")
    String notListeningFor(Object name, String listenKey);

    /** A request to a process, with no reference to an object there that would take it. */
    @Says(
            id = 8205,
            value = "%s can't be sent to %s: its address, as this process knows it, names no object that accepts this;"
                    + " nothing was sent; use the address that the called process gave")
    String noReference(Object what, Object process);

    /** The time is over. */
    @Says(id = 8206, value = "the other process did not answer within %d ms")
    String noAnswer(long millis);

    /** The transport is closed. */
    @Says(id = 8207, value = "the iiop transport is closed or closing")
    String closed();

    /** A connection to another machine without protection. */
    @Says(
            id = 8208,
            value = "'%s' is on another machine, and the iiop transport has no TLS, so it does not use this address;"
                    + " use the native transport with TLS; or set '%s' to 'true': then anyone on the network path can"
                    + " read, change and forge calls and decisions")
    String plainRefused(Object place, String plainKey);

    /** A secret that can't be read. */
    @Says(id = 8209, value = "cannot read or make '%s' (setting '%s'): %s; the transport does not start")
    String keyUnread(String file, String key, Throwable cause);

    /** A value that the wire can't carry. */
    @Says(id = 8210, value = "call %s can't be carried: %s; nothing was done")
    String valueRefused(String call, String why);

    /** A reference from another process leads to a process that this one may not call. */
    @Says(
            id = 8211,
            value = "another process sent a reference to '%s', which is not on the list of allowed addresses; the"
                    + " reference is not used; if the address is one of yours, add it to 'allowed-addresses'")
    String placeNotAllowed(Object place);

    /**
     * A call in a transaction where none is allowed, or outside of one where it is required, or from a caller without
     * the right.
     */
    @Says(id = 8212, value = "call %s was refused by its object: %s; nothing was done")
    String callRefused(String call, String why);

    /** A foreign coordinator has ended, or is ending. */
    @Says(
            id = 8213,
            value = "the coordinator of transaction %s accepts no more participants (%s): it is ending or has ended"
                    + " the transaction; this node's part rolls back unless it has voted")
    String coordinatorInactive(TransactionId transaction, Throwable cause);

    /** No object has this name, and the process has not exported its objects yet. */
    @Says(
            id = 8214,
            value = "no object is exported as '%s' yet: the process is still exporting its objects; nothing was done,"
                    + " call again later")
    String nameNotYet(String name);

    /** No object has this name. */
    @Says(id = 8215, value = "no object is exported as '%s'; nothing was done; exported objects: %s")
    String nameUnknown(String name, ExportedNames exported);
}
