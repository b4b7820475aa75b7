package dev.assent.lab.transport;

/**
 * The same inside of HTTP, as the paper's successors did with T3: shows the cost of a tunnel, and nothing else.
 * Immutable.
 */
public final class TunnelledLabTransport extends NativeLabTransport {
    /** Frames in HTTP messages. */
    public TunnelledLabTransport() {
        super("http");
    }

    @Override
    public String name() {
        return "native+http";
    }

    @Override
    public String title() {
        return "Assent native in HTTP";
    }
}
