package dev.assent.transport.nativewire.message;

import dev.assent.core.message.Catalogue;
import dev.assent.core.message.Says;
import dev.assent.remote.message.Request;
import org.jspecify.annotations.Nullable;

/** Messages of the native transport, in the order of their numbers; see {@link Catalogue}. */
public interface NativeMessages {
    /** Their one instance. */
    NativeMessages MESSAGES = Catalogue.of(NativeMessages.class);

    /** An address that is none of the native transport's. */
    @Says(
            id = 8100,
            value = "'%s' is no address of a node that the %s transport reaches: these are '%2$s://HOST:PORT', with a"
                    + " port from 1 to 65535")
    String addressRefused(String address, String scheme);

    /** A place that can't be listened at. */
    @Says(id = 8101, value = "cannot listen at '%s': %s; set '%s' to a free port of an address of this machine")
    String notListening(String address, Throwable cause, String key);

    /** A connection that others have opened, and that is closed at once. */
    @Says(id = 8102, value = "the connection from %s is closed: %s; nothing else was done, no action needed")
    String connectionRefused(String peer, @Nullable Object why);

    /** A connection that the other side closes at once. */
    @Says(id = 8103, value = "%s refuses the connection: %s")
    String refusedBy(String peer, String why);

    /** There is no connection. */
    @Says(id = 8104, value = "no connection to %s: %s")
    String notConnected(String address, Object cause);

    /** There was one. */
    @Says(id = 8105, value = "the connection to %s is lost: %s")
    String lost(String address, Throwable cause);

    /** More calls under way than allowed. */
    @Says(
            id = 8106,
            value = "%s has %d calls and questions of one connection to answer, the limit that its"
                    + " 'transport.NAME.calls-max' sets; try again later")
    String callsMax(String process, int callsMax);

    /** A message that the other side would not take. */
    @Says(
            id = 8107,
            value = "a message of %d bytes is not sent to %s, which takes at most %d; raise"
                    + " 'transport.NAME.frame-bytes-max' there")
    String frameTooLarge(int bytes, String peer, int bytesMax);

    /** Time is over. */
    @Says(id = 8108, value = "no answer has come in %d ms")
    String noAnswer(long millis);

    /** The transport is closed. */
    @Says(id = 8109, value = "the transport is closed, or about to be")
    String closed();

    /** A version that is not spoken. */
    @Says(id = 8110, value = "the other side speaks versions %d to %d of the native protocol, and this one speaks %d")
    String version(int versionMin, int versionMax, int own);

    /** Who answers does not keep to the protocol. */
    @Says(
            id = 8111,
            value = "%s does not keep to the native protocol: %s; the connection is closed, and what was under way is"
                    + " lost; look which program listens there")
    String violated(String peer, @Nullable String why);

    /** Who is no node says something that only nodes may. */
    @Says(
            id = 8112,
            value =
                    "%s is no node, and is refused: %s; it may call, and begin and end transactions of its own (law 22)")
    String noNode(String peer, Request request);

    /** A way beyond this machine without protection. */
    @Says(
            id = 8114,
            value = "'%s' is beyond this machine, and the %s transport has no certificate: set '%s', or set '%s' to"
                    + " 'true', by which everybody on the way may read, change and forge calls and decisions")
    String plainRefused(String address, String scheme, String keyStoreKey, String plainKey);

    /** A node that its certificate does not name. */
    @Says(
            id = 8115,
            value = "it says that it is node %s, and its certificate, of '%s', says %s; a certificate of a node has"
                    + " the name '%s', with the 32 digits of the node, among its alternative names")
    String notItsNode(Object said, String subject, Object certified, String nameForm);

    /** A certificate or a key that can't be read. */
    @Says(id = 8116, value = "cannot read '%s' (setting '%s'): %s")
    String keysUnread(String file, String key, Throwable cause);

    /** Too much to tell. */
    @Says(
            id = 8117,
            value = "more than %d lines a minute are to be told of others' connections; the rest of this minute's are"
                    + " not, and what they are about is refused all the same")
    String moreRefused(int linesMax);
}
