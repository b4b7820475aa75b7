package dev.assent.transport.nativewire.connection;

import dev.assent.core.observe.Notices;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.transport.nativewire.value.CallCodec;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.WireException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who is behind the connections of others.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface Host {
    /** What it says of itself. */
    Hello hello();

    /** The scheme of its addresses. */
    String scheme();

    /** Takes what comes. */
    Inbound inbound();

    /** The interfaces of its objects. */
    Function<String, @Nullable Class<?>> types();

    /** Reads calls. */
    CallCodec codec();

    /** Is told what goes wrong. */
    Notices notices();

    /**
     * Who has sent a hello.
     *
     * @param peer the other side of the connection
     * @param certified what its certificate says; null when it has shown none
     * @throws WireException when it is not who it says it is
     */
    Caller identify(Hello hello, String peer, @Nullable Certified certified) throws WireException;

    /** Whether a call, or a question, is taken; {@link #ended} must follow then. */
    boolean begin(boolean isCall);

    /** It is answered. */
    void ended();
}
