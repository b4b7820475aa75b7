package dev.assent.transport.soap;

import dev.assent.transport.soap.coordinator.ExpiresUnit;
import dev.assent.transport.soap.http.CallerLimits;
import dev.assent.transport.soap.http.ListenerLimits;

/**
 * How a SOAP transport is set up. Immutable.
 *
 * @param host where it listens
 * @param port 0 for one that the system chooses
 * @param mayGoPlain whether it may listen, and call, beyond this machine without protection
 * @param expires the unit of Expires
 * @param requestMillisMax how long a participant is waited for at most
 * @param drainMillisMax how long a transport that is closed waits for what is under way
 * @param listener what others may do
 * @param caller how others are called
 */
public record SoapOptions(
        String host,
        int port,
        boolean mayGoPlain,
        ExpiresUnit expires,
        long requestMillisMax,
        long drainMillisMax,
        ListenerLimits listener,
        CallerLimits caller) {
    /** A place of this machine; five minutes for an answer, five seconds for the end, and the limits of HTTP as they are. */
    public static SoapOptions at(String host, int port) {
        return new SoapOptions(
                host,
                port,
                false,
                ExpiresUnit.MILLISECONDS,
                300_000,
                5_000,
                ListenerLimits.DEFAULT,
                CallerLimits.DEFAULT);
    }

    /** The same with other times. */
    public SoapOptions within(long newRequestMillisMax, long newDrainMillisMax) {
        return new SoapOptions(
                host, port, mayGoPlain, expires, newRequestMillisMax, newDrainMillisMax, listener, caller);
    }

    /** The same with another unit of Expires. */
    public SoapOptions expiringIn(ExpiresUnit unit) {
        return new SoapOptions(host, port, mayGoPlain, unit, requestMillisMax, drainMillisMax, listener, caller);
    }
}
