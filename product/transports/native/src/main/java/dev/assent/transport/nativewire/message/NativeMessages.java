package dev.assent.transport.nativewire.message;

import dev.assent.core.message.Catalogue;
import dev.assent.core.message.Says;
import dev.assent.remote.message.Request;
import org.jspecify.annotations.Nullable;

/** Messages of the native transport, in the order of their numbers; see {@link Catalogue}. */
public interface NativeMessages {
    /** The one instance. */
    NativeMessages MESSAGES = Catalogue.of(NativeMessages.class);

    /** An address that does not fit the native transport. */
    @Says(
            id = 8100,
            value = "'%s' is not an address of the %s transport; allowed: '%2$s://HOST:PORT', with a port from 1 to"
                    + " 65535")
    String addressRefused(String address, String scheme);

    /** This process can't listen at an address. */
    @Says(id = 8101, value = "cannot listen at '%s': %s; set '%s' to a free port of an address of this machine")
    String notListening(String address, Throwable cause, String key);

    /** This process closes a connection that another one has opened. */
    @Says(
            id = 8102,
            value = "the connection from %s is closed: %s; if it came from one of your processes, remove the cause"
                    + " there")
    String connectionRefused(String peer, @Nullable String why);

    /** The other side refuses a connection. */
    @Says(id = 8103, value = "%s refuses the connection: %s")
    String refusedBy(String peer, String why);

    /** A connection could not be opened. */
    @Says(id = 8104, value = "no connection to %s: %s")
    String notConnected(String address, Object cause);

    /** An open connection is lost. */
    @Says(id = 8105, value = "the connection to %s is lost: %s")
    String lost(String address, Throwable cause);

    /** A connection has reached the limit of calls. */
    @Says(
            id = 8106,
            value = "the connection to %s has %d unanswered calls and requests, the limit; the new one was not sent;"
                    + " try again later, or raise 'transport.NAME.calls-max' at the process that is called (before the"
                    + " connection is set up, the limit of this process counts)")
    String callsMax(String process, int callsMax);

    /** A message is larger than the other side accepts. */
    @Says(
            id = 8107,
            value = "a message of %d bytes is not sent to %s, which accepts at most %d; raise"
                    + " 'transport.NAME.frame-bytes-max' there")
    String frameTooLarge(int bytes, String peer, int bytesMax);

    /** The time is over. */
    @Says(id = 8108, value = "the other process did not answer within %d ms")
    String noAnswer(long millis);

    /** The transport is closed. */
    @Says(id = 8109, value = "the native transport is closed or closing")
    String closed();

    /** The two sides have no version in common. */
    @Says(
            id = 8110,
            value = "one side of the connection speaks versions %d to %d of the native protocol, the other only version"
                    + " %d; there is no connection; use versions of Assent that have a protocol version in common")
    String version(int versionMin, int versionMax, int own);

    /** The side that answers violates the protocol. */
    @Says(
            id = 8111,
            value = "%s violates the native protocol: %s; the connection is closed, and its unanswered calls are lost;"
                    + " check which program listens there")
    String violated(String peer, @Nullable String why);

    /** A process that is not a node sends a request that only nodes may send. */
    @Says(
            id = 8112,
            value = "%s is not a node, so this request is refused: %s; it may call, and begin and end transactions of"
                    + " its own")
    String noNode(String peer, Request request);

    /** A connection to another machine without protection. */
    @Says(
            id = 8114,
            value = "'%s' is on another machine, and the %s transport has no certificate, so it does not use this"
                    + " address; set '%s'; or set '%s' to 'true': then anyone on the network path can read, change and"
                    + " forge calls and decisions")
    String plainRefused(String address, String scheme, String keyStoreKey, String plainKey);

    /** A process claims to be a node that its certificate does not name. */
    @Says(
            id = 8115,
            value = "the connection is refused: the other process says that it is %s, but its certificate, of '%s',"
                    + " names %s; a node's certificate must have the name '%s', with the 32 digits of the node"
                    + " ('./assent log list' prints them), among its alternative names")
    String notItsNode(String said, String subject, String certified, String nameForm);

    /** A file of certificates or keys can't be read. */
    @Says(id = 8116, value = "cannot read '%s' (setting '%s'): %s; the transport does not start")
    String keysUnread(String file, String key, Throwable cause);

    /** Too many lines in a minute. */
    @Says(
            id = 8117,
            value =
                    "the node has logged %d lines about connections from others in this minute; it logs no more of them until"
                            + " the minute is over, and handles such connections as before; no action needed")
    String moreRefused(int linesMax);

    /** An accepted connection has reached the limit of calls. */
    @Says(
            id = 8118,
            value = "the connection has %d unanswered calls and requests, the limit 'transport.NAME.calls-max' of the"
                    + " called process; the new one is refused and nothing was done; try again later")
    String callsMaxHere(int callsMax);

    /** No connection can be accepted for a while. */
    @Says(
            id = 8119,
            value = "the native transport can't accept a connection: %s; it tries again, and new connections wait"
                    + " meanwhile; if the process has too many open files, raise its limit")
    String notAccepting(Throwable failure);

    /** One connection more than allowed. */
    @Says(
            id = 8120,
            value = "the connection from %s is closed: %d connections are open, the limit"
                    + " 'transport.NAME.connections-max'; raise it, or find out which processes open so many")
    String connectionsMax(String peer, int connectionsMax);
}
