package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.core.fixture.SimulatedCrash;
import dev.assent.core.participant.Answer;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One process of a foreign transaction manager: sends messages, takes registrations, and reports decisions. Any message
 * may be the last. Not thread-safe.
 */
final class ForeignLife implements SimulatedNetwork.Station, Inbound {
    private static final long REQUEST_MILLIS = 10_000;
    private static final long AGAIN_NANOS = 2_000_000_000L;

    /** So often it tells its decision to one that does not answer; then it waits to be asked. */
    private static final int TRIES_MAX = 5;

    private static final double VOTE_LOST = 0.1;

    private final Foreigner foreigner;
    private final World world;
    private final String name;
    private final Map<TransactionId, ForeignTransaction> active = new HashMap<>();

    /** Its parts in transactions of ours, by address. */
    private final Map<String, ForeignPart> parts = new LinkedHashMap<>();

    private final Map<String, ForeignOnlooker> onlookers = new HashMap<>();
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
    public void port(String call, String more) {
        if (isDead) {
            throw new SimulatedCrash("a call by a dead process");
        }
        if (world.history().isRecorded()) {
            world.history().line(name + " " + call + more);
        }
        if (foreigner.mayEnd() && world.mayFail(world.profile().network().foreignEnds())) {
            world.history().line(name + " ends");
            isDead = true;
            parts.values().stream()
                    .filter(each -> !each.isOver() && !each.isPrepared())
                    .forEach(ForeignPart::rollBack);
            world.network().ended(this);
            foreigner.ended();
            throw new SimulatedCrash(name + " in " + call);
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

    // ---- its decisions

    /** Forces a decision to commit. */
    void decide(TransactionTruth truth, List<Registration> prepared) {
        port("force", "");
        foreigner.decided().put(truth.id, prepared);
        truth.wasDecided = true;
        truth.deciders++;
        world.ledger().saw(Sight.FOREIGN_COMMITTED);
        port("forced", "");
    }

    /** Sends commit to the participants that have not confirmed. */
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

    // ---- requests from others

    /** Takes part; each caller has a part of its own here. It registers by a message, or on the reply. */
    @Override
    public void call(Caller from, Call call, Consumer<Result> reply) {
        Context context = Objects.requireNonNull(call.context());
        boolean isLookingOn = world.profile().network().wire().contains(Feature.SYNCHRONIZATIONS)
                && world.chance().of(0.3);
        if (isLookingOn) {
            lookOn(context, reply);
            return;
        }
        ForeignPart part = parts.values().stream()
                .filter(each -> each.superior().equals(context.superior().name()) && !each.isOver())
                .findFirst()
                .orElse(null);
        if (part == null) {
            part = foreigner.newPart(context);
            goOnWith(part);
            world.ledger().saw(Sight.FOREIGN_PART);
        }
        boolean isOnReply = world.profile().network().wire().contains(Feature.REGISTRATION_ON_REPLY)
                && world.chance().of(0.5);
        if (isOnReply) {
            reply.accept(new Result.Returned(null, new Result.Effect(part.registration(), false)));
        } else {
            register(part, reply);
        }
    }

    private void lookOn(Context context, Consumer<Result> reply) {
        String address = foreigner.newAddress();
        ForeignOnlooker onlooker = new ForeignOnlooker(world, context, address);
        onlookers.put(address, onlooker);
        String superior = context.superior().address();
        world.network().peer(this, superior).ask(onlooker.register(), REQUEST_MILLIS, response -> {
            if (response instanceof Response.Registered) {
                onlooker.registered();
            }
            reply.accept(new Result.Returned(null, Result.Effect.NONE)); // the transaction does not need the onlooker
        });
    }

    private void register(ForeignPart part, Consumer<Result> reply) {
        world.network().peer(this, part.superiorAddress()).ask(part.register(), REQUEST_MILLIS, response -> {
            if (response instanceof Response.Registered) {
                leave(part);
                reply.accept(new Result.Returned(null, Result.Effect.NONE));
            } else {
                if (!part.isOver() && !part.isPrepared()) {
                    part.rollBack();
                }
                IllegalStateException failure = new IllegalStateException(response.toString());
                reply.accept(new Result.Thrown(failure, false, new Result.Effect(null, true)));
            }
        });
    }

    private void leave(ForeignPart part) {
        Request.Vote vote = world.chance().of(0.3) ? part.leave() : null;
        if (vote != null) {
            world.network().peer(this, part.superiorAddress()).ask(vote, REQUEST_MILLIS, nobodyWaits -> {});
        }
    }

    /** Has a part from now on. */
    void goOnWith(ForeignPart part) {
        parts.put(part.address(), part);
    }

    /** Asks for the decisions on its votes; rolls back the parts whose timeouts have passed. */
    void tick() {
        for (ForeignPart each : parts.values()) {
            Request inquiry = each.tick();
            if (inquiry != null) {
                world.schedule().after(0, () -> inquire(each, inquiry));
            }
        }
    }

    private void inquire(ForeignPart part, Request inquiry) {
        if (!isDead) {
            world.network().peer(this, part.superiorAddress()).ask(inquiry, REQUEST_MILLIS, part::decided);
        }
    }

    @Override
    public void ask(Caller from, Request request, Consumer<Response> reply) {
        if (request instanceof Request.Ask asked) {
            reply.accept(answer(from, asked));
        } else if (request instanceof Request.Completed completed) {
            ForeignOnlooker onlooker = onlookers.get(completed.branch().address());
            if (onlooker != null) {
                onlooker.completed(completed.outcome());
            }
            reply.accept(new Response.Answered(Answer.DONE));
        } else if (request instanceof Request.Register register) {
            reply.accept(register(register.registration()));
        } else if (request instanceof Request.Inquire inquiry && inquiry.superior() == null) {
            reply.accept(new Response.Decided(decision(inquiry.branch())));
        } else {
            reply.accept(new Response.Refused(Why.STATE, "not taken: " + request));
        }
    }

    /**
     * For a part that it does not know, it presumes abort. A part that is gone after its vote has done what the
     * superior asked.
     */
    private Response answer(Caller from, Request.Ask asked) {
        ForeignOnlooker onlooker = onlookers.get(asked.branch().address());
        if (onlooker != null && asked.verb() == RemoteVerb.BEFORE_COMPLETION) {
            return new Response.Answered(onlooker.beforeCompletion());
        }
        ForeignPart part = parts.get(asked.branch().address());
        if (part == null) {
            return new Response.Answered(
                    switch (asked.verb()) {
                        case PREPARE -> Answer.ROLLED_BACK;
                        case BEFORE_COMPLETION -> Answer.REFUSED;
                        case COMMIT, ROLLBACK, FORGET -> Answer.DONE;
                        case COMMIT_ONE_PHASE -> hazard();
                    });
        }
        boolean isCommit = asked.verb() == RemoteVerb.COMMIT;
        if (isCommit && part.isPrepared() && world.mayFail(VOTE_LOST)) {
            part.loseVote();
        }
        if (part.isGone() && isCommit) {
            part.missed();
            foreigner.deny();
            return new Response.Refused(Why.GONE, "there is no such object");
        }
        if (!part.isOver()
                && !part.superior().origin().node().equals(from.node())) { // else there is nothing to protect
            return new Response.Refused(Why.FORBIDDEN, from + " is not the superior");
        }
        if (asked.verb() != RemoteVerb.PREPARE) {
            return new Response.Answered(part.answer(asked.verb()));
        }
        return new Response.Answered(part.isOver() || part.isPrepared() ? part.voteAgain() : vote(part));
    }

    private Answer hazard() {
        return world.profile().network().wire().contains(Feature.HEURISTICS) ? Answer.HEURISTIC_HAZARD : Answer.RETRY;
    }

    private Answer vote(ForeignPart part) {
        Answer vote = part.vote();
        if (vote == Answer.PREPARED) {
            port("force", "");
            foreigner.prepared().put(part.address(), part);
            part.prepared();
            port("forced", "");
        }
        return vote;
    }

    private Response register(Registration registration) {
        ForeignTransaction known = active.get(registration.branch().id());
        boolean isTaken = known != null && known.register(registration);
        return isTaken ? new Response.Registered(null) : new Response.Refused(Why.STATE, "Inactive");
    }

    /** Presumed abort: a transaction that is neither under way nor decided has rolled back. */
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
