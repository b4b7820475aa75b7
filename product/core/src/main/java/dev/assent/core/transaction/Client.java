package dev.assent.core.transaction;

/**
 * A process without a transaction manager for which this node has begun a transaction, as operators read it.
 *
 * <p>Immutable and safe to share.
 *
 * @param name the subject of its certificate, the key that it has made for itself, or its host
 * @param host where it connected from; empty if unknown or unimportant
 */
public record Client(String name, String host) {
    /** Whether an operator means this client by this text: its name, its host, or both as reports print them. */
    public boolean isCalled(String called) {
        return !called.isEmpty() && (called.equals(name) || called.equals(host) || called.equals(toString()));
    }

    @Override
    public String toString() {
        return host.isEmpty() || host.equals(name) ? name : name + " at " + host;
    }
}
