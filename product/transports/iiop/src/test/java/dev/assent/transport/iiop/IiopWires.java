package dev.assent.transport.iiop;

import dev.assent.core.time.Clock;
import dev.assent.remote.fixture.KeptPorts;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.fixture.TransportFixture.Limits;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Wires for tests of other packages. */
public final class IiopWires {
    private IiopWires() {}

    /**
     * The unusual options of a wire.
     *
     * @param reached the host that its processes tell others; when it is not the usual one, they listen at all addresses
     * @param changes of settings
     * @param mayCall as of the owner of a transport
     */
    public record Options(String reached, UnaryOperator<IiopConfig> changes, Predicate<String> mayCall) {
        /** Nothing. */
        public static final Options USUAL =
                new Options(KeptPorts.HOST, same -> same, address -> address.startsWith("iiop://127.0.0."));

        /** The same with a setting changed. */
        public Options with(IiopSetting setting, Object value) {
            return new Options(reached, config -> changes.apply(config).with(setting, value), mayCall);
        }
    }

    /** A wire of this machine. */
    public static TransportFixture open(Clock clock, Limits limits) {
        return new IiopFixture(clock, limits);
    }

    /** The same, but for some. */
    public static TransportFixture open(Clock clock, Limits limits, Options options) {
        return new IiopFixture(clock, limits, options);
    }

    /** One whose processes listen at all addresses of this machine, and tell others that one. */
    public static TransportFixture reachedAt(String host, Clock clock, Limits limits) {
        return new IiopFixture(clock, limits, new Options(host, same -> same, Options.USUAL.mayCall()));
    }
}
