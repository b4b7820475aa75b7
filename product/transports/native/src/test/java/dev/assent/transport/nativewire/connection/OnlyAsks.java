package dev.assent.transport.nativewire.connection;

import dev.assent.core.fixture.Waiting;
import dev.assent.core.observe.Notices;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.WireObserver;
import dev.assent.transport.nativewire.value.CallCodec;
import dev.assent.transport.nativewire.wire.Hello;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A host that asks others, and is asked nothing. */
final class OnlyAsks implements Host {
    private static final int FRAME_BYTES_MAX = 1 << 16;
    private static final int LONG_MILLIS = Waiting.MILLIS_MAX;

    private final Notices notices;

    OnlyAsks(Notices notices) {
        this.notices = notices;
    }

    /** With room and time for everything, but for connections that are not used. */
    static Tuning tuning(long idleMillisMax) {
        return new Tuning(
                FRAME_BYTES_MAX, 100, 100, FRAME_BYTES_MAX, LONG_MILLIS, LONG_MILLIS, LONG_MILLIS, idleMillisMax);
    }

    @Override
    public Hello hello() {
        return new Hello(
                Hello.VERSION,
                Hello.VERSION,
                false,
                Hello.ofClient(1, 1),
                new Hello.Limits(FRAME_BYTES_MAX, 1, LONG_MILLIS),
                "");
    }

    @Override
    public String scheme() {
        return "native";
    }

    @Override
    public Inbound inbound() {
        throw new IllegalStateException("nobody calls it");
    }

    @Override
    public Function<String, @Nullable Class<?>> types() {
        return none -> null;
    }

    @Override
    public CallCodec codec() {
        return new CallCodec(1, FRAME_BYTES_MAX);
    }

    @Override
    public Notices notices() {
        return notices;
    }

    @Override
    public @Nullable WireObserver observer() {
        return null;
    }

    @Override
    public Caller identify(Hello hello, String peer, @Nullable Certified certified) {
        throw new IllegalStateException("nobody calls it");
    }

    @Override
    public boolean begin(boolean isCall) {
        return false;
    }

    @Override
    public void ended() {
        throw new IllegalStateException("nothing has begun");
    }
}
