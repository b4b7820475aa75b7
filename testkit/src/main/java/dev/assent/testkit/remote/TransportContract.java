package dev.assent.testkit.remote;

import dev.assent.core.time.Clock;
import dev.assent.remote.transport.Transport;
import dev.assent.testkit.remote.TransportFixture.Limits;
import org.junit.jupiter.api.Nested;

/**
 * The contract of every transport for the nodes that it connects: whole nodes, each with an {@link Office}, a resource
 * and a log on a simulated disk, over the wire of a {@link TransportFixture} that a {@link FaultyWire} breaks. If
 * {@link Transport#can} says that it lacks a feature, the contract tests the documented replacement.
 */
public abstract class TransportContract {
    /**
     * The wire of the transport that is tested.
     *
     * @param clock is moved by the tests; a wire with a clock of its own does not look at it
     */
    protected abstract TransportFixture open(Clock clock, Limits limits);

    @Nested
    final class Calls extends CallContract {
        @Override
        TransportFixture open(Clock clock, Limits limits) {
            return TransportContract.this.open(clock, limits);
        }
    }

    @Nested
    final class Completion extends CompletionContract {
        @Override
        TransportFixture open(Clock clock, Limits limits) {
            return TransportContract.this.open(clock, limits);
        }
    }

    @Nested
    final class Faults extends FaultContract {
        @Override
        TransportFixture open(Clock clock, Limits limits) {
            return TransportContract.this.open(clock, limits);
        }
    }

    @Nested
    final class RecoveryOfNodes extends RecoveryContract {
        @Override
        TransportFixture open(Clock clock, Limits limits) {
            return TransportContract.this.open(clock, limits);
        }
    }

    @Nested
    final class NewsOfRestarts extends RestartContract {
        @Override
        TransportFixture open(Clock clock, Limits limits) {
            return TransportContract.this.open(clock, limits);
        }
    }

    @Nested
    final class References extends ReferenceContract {
        @Override
        TransportFixture open(Clock clock, Limits limits) {
            return TransportContract.this.open(clock, limits);
        }
    }

    @Nested
    final class Strangers extends StrangerContract {
        @Override
        TransportFixture open(Clock clock, Limits limits) {
            return TransportContract.this.open(clock, limits);
        }
    }

    @Nested
    final class Clients extends ClientContract {
        @Override
        TransportFixture open(Clock clock, Limits limits) {
            return TransportContract.this.open(clock, limits);
        }
    }

    @Nested
    final class Load extends LoadContract {
        @Override
        TransportFixture open(Clock clock, Limits limits) {
            return TransportContract.this.open(clock, limits);
        }
    }

    @Nested
    final class PatientClosing extends ClosingContract.Patient {
        @Override
        TransportFixture open(Clock clock, Limits limits) {
            return TransportContract.this.open(clock, limits);
        }
    }

    @Nested
    final class ImpatientClosing extends ClosingContract.Impatient {
        @Override
        TransportFixture open(Clock clock, Limits limits) {
            return TransportContract.this.open(clock, limits);
        }
    }
}
