package dev.assent.testkit.simulation;

import dev.assent.core.identity.TransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Decision;
import dev.assent.remote.message.Response.Why;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.testkit.SimulatedCrash;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One process of a foreign transaction manager: sends, takes registrations, and tells what is decided. Any message may be
 * the last. Not thread-safe.
 */
final class ForeignLife implements SimulatedNetwork.Station, Inbound {
    private static final long REQUEST_MILLIS = 10_000;
    private static final long AGAIN_NANOS = 2_000_000_000L;

    /** So often it tells its decision to one that does not answer; then it waits to be asked. */
    private static final int TRIES_MAX = 5;

    private final Foreigner foreigner;
    private final World world;
    private final String name;
    private final Map<TransactionId, ForeignTransaction> active = new HashMap<>();
    private boolean isDead;

    ForeignLife(Foreigner foreigner, String name) {
        this.foreigner = foreigner;
        this.world = foreigner.world();
        this.name = name;
    }

    @Override
    public Caller caller() {
        return new Caller(null, name);
    }

    @Override
    public void port(String what) {
        if (isDead) {
            throw new SimulatedCrash("a call by a dead process");
        }
        if (world.history().isRecorded()) {
            world.history().line(world.schedule().nowNanos() + " " + name + " " + what);
        }
        if (foreigner.mayEnd() && world.mayFail(world.profile().network().foreignEnds())) {
            world.history().line(name + " ends");
            isDead = true;
            world.network().ended(this);
            foreigner.ended();
            throw new SimulatedCrash(name + " in " + what);
        }
    }

    @Override
    public @Nullable NodeLife life() {
        return null;
    }

    @Override
    public boolean isDead() {
        return isDead;
    }

    World world() {
        return world;
    }

    String address() {
        return foreigner.address();
    }

    void add(ForeignTransaction begun) {
        active.put(begun.id(), begun);
    }

    /** It has nothing to do with a transaction any more, and goes on with another. */
    void over(TransactionId id) {
        active.remove(id);
        foreigner.next(this);
    }

    void ask(Registration whom, RemoteVerb verb, Consumer<Response> reply) {
        Request request = new Request.Ask(verb, whom.branch());
        world.network().peer(this, whom.address()).ask(request, REQUEST_MILLIS, reply);
    }

    // ---- what it has decided

    /** Forces a decision to commit. */
    void decide(TransactionTruth truth, List<Registration> prepared) {
        port("force");
        foreigner.decided().put(truth.id, prepared);
        truth.wasDecided = true;
        truth.deciders++;
        world.ledger().saw(Sight.FOREIGN_COMMITTED);
        port("forced");
    }

    /** Tells those who have not confirmed. */
    void commit(TransactionId id) {
        List<Registration> waiting = foreigner.decided().get(id);
        if (waiting != null) {
            List.copyOf(waiting).forEach(each -> commit(id, each, 1));
        }
    }

    private void commit(TransactionId id, Registration whom, int tries) {
        ask(whom, RemoteVerb.COMMIT, response -> {
            if (response instanceof Response.Answered told && isFinal(told.answer())) {
                confirmed(id, whom);
                forget(whom, told.answer());
            } else if (tries < TRIES_MAX) {
                world.schedule().after(AGAIN_NANOS, () -> {
                    if (!isDead) {
                        commit(id, whom, tries + 1);
                    }
                });
            }
        });
    }

    private static boolean isFinal(Answer answer) {
        return answer == Answer.DONE || answer.isHeuristic();
    }

    /** Its log need not be forced for that. */
    private void confirmed(TransactionId id, Registration whom) {
        foreigner.decided().computeIfPresent(id, (same, waiting) -> {
            List<Registration> rest =
                    waiting.stream().filter(each -> !each.equals(whom)).toList();
            return rest.isEmpty() ? null : rest;
        });
    }

    /** It has seen a heuristic outcome, and keeps that for its own operator. */
    void forget(Registration whom, Answer answer) {
        if (answer.isHeuristic() && world.profile().network().wire().contains(Feature.FORGET)) {
            world.ledger().forgotten(whom.branch().id());
            ask(whom, RemoteVerb.FORGET, nobodyWaits -> {});
        }
    }

    // ---- what others ask it

    @Override
    public void call(Caller from, Call call, Consumer<Result> reply) {
        IllegalStateException refusal = new IllegalStateException("a foreigner is called by nobody");
        reply.accept(new Result.Thrown(refusal, false, Result.Effect.NONE));
    }

    @Override
    public void ask(Caller from, Request request, Consumer<Response> reply) {
        if (request instanceof Request.Register register) {
            reply.accept(register(register.registration()));
        } else if (request instanceof Request.Inquire inquiry && inquiry.superior() == null) {
            reply.accept(new Response.Decided(decision(inquiry.branch())));
        } else {
            reply.accept(new Response.Refused(Why.STATE, "not taken: " + request));
        }
    }

    private Response register(Registration registration) {
        ForeignTransaction known = active.get(registration.branch().id());
        boolean isTaken = known != null && known.register(registration);
        return isTaken ? new Response.Registered(null) : new Response.Refused(Why.STATE, "Inactive");
    }

    /** Presumed abort: what is neither under way nor decided is rolled back. */
    private Decision decision(BranchRef asking) {
        if (foreigner.decided().containsKey(asking.id())) {
            return Decision.COMMIT;
        }
        return active.containsKey(asking.id()) ? Decision.UNDECIDED : Decision.ROLLBACK;
    }

    @Override
    public String toString() {
        return name;
    }
}
