package dev.assent.testkit.simulation;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Transport.Feature;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client without a transaction manager: some node begins and ends its transactions, it makes the calls and brings home
 * what replies say. A second one beside the client of Assent, made from its description. It may die at any step.
 *
 * <p>Not thread-safe.
 */
final class Roamer implements SimulatedNetwork.Station {
    private static final int END_TRIES = 4;
    private static final long REQUEST_MILLIS = 10_000;
    private static final long PAUSE_NANOS = 1_000_000_000L;
    private static final double DEATH = 0.01;

    private final World world;
    private final Caller self;
    private int left;

    /**
     * One that has begun nothing.
     *
     * @param transactions how many it is to begin
     */
    Roamer(World world, String name, int transactions) {
        this.world = world;
        this.self = new Caller(null, name);
        this.left = transactions;
    }

    @Override
    public Caller caller() {
        return self;
    }

    @Override
    public void port(String call, String more) {
        if (world.history().isRecorded()) {
            world.history().line(this + " " + call + more);
        }
    }

    @Override
    public @Nullable NodeLife life() {
        return null;
    }

    @Override
    public boolean isDead() {
        return false;
    }

    boolean isFinished() {
        return left == 0;
    }

    /** Begins no further transaction. */
    void finish() {
        left = 0;
    }

    /** Goes on with the next transaction. */
    void next() {
        if (left > 0) {
            left--;
            SimulatedNode coordinator = world.chance().oneOf(world.nodes());
            soon(new Trip(world.nextPlan(), SimulatedNetwork.address(coordinator))::begin);
        }
    }

    private void soon(Runnable step) {
        world.schedule().after(world.chance().delayNanos(), step);
    }

    @Override
    public String toString() {
        return self.name();
    }

    /** One transaction. */
    private final class Trip {
        private final Plan plan;
        private final String coordinator;
        private final Map<BranchRef, Registration> registrations = new LinkedHashMap<>();
        private final Map<String, LocalTransactionId> known = new HashMap<>();
        private @Nullable Context begun;
        private long deadlineNanos;
        private boolean isMarked;
        private int called;
        private int tries;

        Trip(Plan plan, String coordinator) {
            this.plan = plan;
            this.coordinator = coordinator;
        }

        private Context begun() {
            return Objects.requireNonNull(begun);
        }

        private void ask(Request request, Consumer<Response> reply) {
            world.network().peer(Roamer.this, coordinator).ask(request, REQUEST_MILLIS, reply);
        }

        /** Its next step, unless it dies before: another one takes its place. */
        private void goOn(Runnable step) {
            if (world.mayFail(DEATH)) {
                world.history().line(Roamer.this + " dies");
                next();
            } else {
                soon(step);
            }
        }

        void begin() {
            ask(new Request.Begin(plan.timeoutMillis()), response -> {
                if (response instanceof Response.Begun made) {
                    begun = made.context();
                    deadlineNanos = now() + made.context().remainingMillis() * 1_000_000;
                    goOn(this::call);
                } else {
                    next();
                }
            });
        }

        private long now() {
            return world.schedule().nowNanos();
        }

        private void call() {
            if (called == plan.calls().size() || isMarked) {
                goOn(this::end);
                return;
            }
            Plan.Call next = plan.calls().get(called++);
            String address = world.addressOf(next);
            long left = Math.max(0, (deadlineNanos - now()) / 1_000_000);
            Context context = new Context(begun().id(), begun().superior(), left, known.get(address));
            Call call = new Call("object", Errand.METHOD, new Object[] {next}, context, 0);
            world.network().peer(Roamer.this, address).call(call, result -> {
                heard(address, result);
                goOn(this::call);
            });
        }

        /** The effect of a reply on the transaction. A lost reply may have left work that no node reports (law 16). */
        private void heard(String address, Result result) {
            isMarked |= result.effect().isRollbackOnly()
                    || (result instanceof Result.Unanswered lost && lost.mayHaveArrived());
            Registration registration = result.effect().registration();
            if (registration != null) {
                registrations.merge(registration.branch(), registration, Roamer::both);
                LocalTransactionId incarnation = registration.branch().incarnation();
                if (incarnation != null) {
                    known.put(address, incarnation);
                }
            }
        }

        private void end() {
            if (plan.end() == Plan.End.ABANDON) {
                world.awaitTimeout(plan.timeoutMillis());
                next();
                return;
            }
            boolean isCommit = plan.end() == Plan.End.COMMIT && !isMarked;
            tries++;
            List<Registration> all = List.copyOf(registrations.values());
            ask(new Request.End(begun().id(), isCommit, all, wantsHeuristics()), this::ended);
        }

        /**
         * It wants the heuristic outcomes of every other transaction, and of none over a wire that can't carry them.
         */
        private boolean wantsHeuristics() {
            byte[] global = begun().id().global();
            boolean isOdd = (global[global.length - 1] & 1) == 1;
            return isOdd && world.profile().network().wire().contains(Feature.HEURISTICS);
        }

        /** Asks again when it has heard nothing, and at times when it has. */
        private void ended(Response response) {
            if (response instanceof Response.Refused refused && refused.why() == Response.Why.FORBIDDEN) {
                world.ledger().broken("law 22", "the process that has begun it may not end it: " + refused);
            }
            boolean isAgain =
                    !(response instanceof Response.Ended) || world.chance().of(0.3);
            if (isAgain && tries < END_TRIES) {
                world.schedule().after(PAUSE_NANOS, () -> goOn(this::end));
            } else {
                next();
            }
        }
    }

    private static Registration both(Registration before, Registration again) {
        Set<Interest> interests = EnumSet.copyOf(before.interests());
        interests.addAll(again.interests());
        return new Registration(again.branch(), again.address(), interests);
    }
}
