package dev.assent.transport.nativewire.connection;

import dev.assent.core.observe.Notices;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.WireObserver;
import dev.assent.transport.nativewire.value.CallCodec;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.WireException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The process behind the connections that others have opened.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface Host {
    /** Its own hello. */
    Hello hello();

    /** The scheme of its addresses. */
    String scheme();

    /** Takes calls and questions. */
    Inbound inbound();

    /** The interfaces of its objects. */
    Function<String, @Nullable Class<?>> types();

    /** Reads calls. */
    CallCodec codec();

    /** Gets messages about faults. */
    Notices notices();

    /** Sees every message; null for none. */
    @Nullable WireObserver observer();

    /**
     * The process that has sent a hello.
     *
     * @param peer the other side of the connection
     * @param certified what its certificate says; null if it has shown none
     * @throws WireException when the process is not the one that it claims to be
     */
    Caller identify(Hello hello, String peer, @Nullable Certified certified) throws WireException;

    /** Whether a call or a question is accepted; if so, the caller must call {@link #ended} when it is answered. */
    boolean begin(boolean isCall);

    /** An accepted call or question is answered. */
    void ended();
}
