package dev.assent.lab.transport;

/**
 * Where a server listens, and where others reach it. The two addresses differ when a relay is in between.
 *
 * @param listens the address at which it listens
 * @param reached the address that it tells others
 * @param port of both; 0 when the system may choose one, which is only when the addresses are the same
 */
public record Endpoint(String listens, String reached, int port) {
    /** Without a relay, at any port. */
    public static Endpoint at(String address) {
        return new Endpoint(address, address, 0);
    }

    /** Whether a relay is between it and its callers. */
    public boolean isRelayed() {
        return !listens.equals(reached);
    }
}
