package dev.assent.transport.iiop.message;

import dev.assent.core.identity.TransactionId;
import dev.assent.core.message.Catalogue;
import dev.assent.core.message.Says;
import dev.assent.remote.transport.ExportedNames;
import org.jspecify.annotations.Nullable;

/** Messages of the IIOP transport, in the order of their numbers; see {@link Catalogue}. */
public interface IiopMessages {
    /** Their one instance. */
    IiopMessages MESSAGES = Catalogue.of(IiopMessages.class);

    /** An address that is none of the IIOP transport's. */
    @Says(
            id = 8200,
            value = "'%s' is no address that the iiop transport reaches: these are 'iiop://HOST:PORT', with a port"
                    + " from 1 to 65535, and 'iiop://HOST:PORT/IOR:DIGITS', with a reference that leads to that"
                    + " place; of objects also 'IOR:DIGITS', the file: url of one, and corbaloc: and corbaname: urls"
                    + " of one place")
    String addressRefused(String address);

    /** An object reference that is none, or may not be used. */
    @Says(id = 8201, value = "an object reference is refused: %s")
    String referenceRefused(String why);

    /** A context that is none. */
    @Says(id = 8202, value = "a transaction context is refused: %s")
    String contextRefused(String why);

    /** No ORB. */
    @Says(
            id = 8203,
            value = "no ORB of class '%s' listens at %s: %s; see that its jar is on the class path, and the port free")
    String orbNotMade(String orbClass, @Nullable Object place, Throwable cause);

    /** A reference to an object of a process that nobody reaches. */
    @Says(id = 8204, value = "there is no reference to %s: the process listens nowhere over iiop; set '%s'")
    String notListeningFor(Object name, String listenKey);

    /** A process is to be asked something, and there is no object of it to ask. */
    @Says(
            id = 8205,
            value = "%s is nothing that %s can be asked for: this process was given no reference to an object for it"
                    + " (law 22)")
    String noReference(Object what, Object process);

    /** Time is over. */
    @Says(id = 8206, value = "no answer has come in %d ms")
    String noAnswer(long millis);

    /** The transport is closed. */
    @Says(id = 8207, value = "the transport is closed, or about to be")
    String closed();

    /** A way beyond this machine without protection. */
    @Says(
            id = 8208,
            value = "'%s' is beyond this machine, and the iiop transport has no TLS: set '%s' to 'true', by which"
                    + " everybody on the way may read, change and forge calls and decisions")
    String plainRefused(Object place, String plainKey);

    /** A secret that can't be read. */
    @Says(id = 8209, value = "cannot read or make '%s' (setting '%s'): %s")
    String keyUnread(String file, String key, Throwable cause);

    /** A value that is not carried. */
    @Says(id = 8210, value = "call %s can't be carried: %s; nothing was done")
    String valueRefused(String call, String why);

    /** A reference of others leads where nobody may be called. */
    @Says(
            id = 8211,
            value = "another process has given a reference that leads to '%s', which this one does not call: allow it"
                    + " by the setting 'allowed-addresses' (law 22)")
    String placeNotAllowed(Object place);

    /** A transaction where none is wanted, none where one is, or a caller that may not. */
    @Says(id = 8212, value = "call %s was refused by its object: %s; nothing was done")
    String callRefused(String call, String why);

    /** A coordinator of others that has ended, or does so. */
    @Says(
            id = 8213,
            value = "the coordinator of transaction %s takes nothing more for it (%s): its end has begun, or it is"
                    + " over; this node's part rolls back unless it has voted")
    String coordinatorInactive(TransactionId transaction, Throwable cause);

    /** A name by which nothing is exported, while the process has not exported its objects. */
    @Says(
            id = 8214,
            value = "no object is exported as '%s' yet: the process has not exported its objects; nothing was done,"
                    + " call again later")
    String nameNotYet(String name);

    /** A name by which nothing is exported. */
    @Says(id = 8215, value = "no object is exported as '%s'; nothing was done. Exported are: %s")
    String nameUnknown(String name, ExportedNames exported);
}
