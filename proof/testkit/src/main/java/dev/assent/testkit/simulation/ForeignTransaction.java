package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.testkit.simulation.TransactionTruth.Wish;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** One transaction of a foreign transaction manager, which calls our nodes and decides for them. Not thread-safe. */
final class ForeignTransaction {
    private static final int TRIES_MAX = 3;

    private final ForeignLife life;
    private final World world;
    private final TransactionId id;
    private final Plan plan;
    private final TransactionTruth truth;
    private final Map<BranchRef, Registration> participants = new LinkedHashMap<>();

    /** Those that want to be asked before phase one. */
    private final Map<BranchRef, Registration> early = new LinkedHashMap<>();

    private final long deadlineNanos;
    private final boolean asksEarly;
    private boolean isMarked;
    private boolean isClosed;
    private int called;

    ForeignTransaction(ForeignLife life, TransactionId id, Plan plan) {
        this.life = life;
        this.world = life.world();
        this.id = id;
        this.plan = plan;
        this.truth = world.ledger().begunAbroad(id);
        this.deadlineNanos = plan.timeoutMillis() == 0
                ? Long.MAX_VALUE
                : world.schedule().nowNanos() + plan.timeoutMillis() * 1_000_000L;
        this.asksEarly = can(Feature.SYNCHRONIZATIONS) && world.chance().of(0.5);
    }

    TransactionId id() {
        return id;
    }

    private boolean can(Feature feature) {
        return world.profile().network().wire().contains(feature);
    }

    private void soon(Runnable step) {
        world.schedule().after(world.chance().delayNanos(), () -> {
            if (!life.isDead()) {
                step.run();
            }
        });
    }

    /** Returns false when it accepts no more registrations. */
    boolean register(Registration registration) {
        if (isClosed) {
            return false;
        }
        participants.put(registration.branch(), registration);
        if (registration.isFor(Interest.BEFORE_COMPLETION)) {
            early.put(registration.branch(), registration);
        }
        return true;
    }

    // ---- its work

    void call() {
        if (life.isDead()) {
            return;
        }
        if (called == plan.calls().size() || isMarked) {
            end();
            return;
        }
        Plan.Call next = plan.calls().get(called++);
        String address = world.addressOf(next);
        if (next.node() >= world.profile().network().nodes()) {
            soon(this::call); // calls between foreigners are outside of this test
            return;
        }
        Context context = new Context(id, new SuperiorRef(null, life.address()), remainingMillis(), null);
        Call call = new Call("object", Errand.METHOD, new Object[] {next}, context, 0);
        world.network().peer(life, address).call(call, result -> {
            heard(result);
            soon(this::call);
        });
    }

    private long remainingMillis() {
        return deadlineNanos == Long.MAX_VALUE
                ? Context.UNLIMITED
                : Math.max(0, (deadlineNanos - world.schedule().nowNanos()) / 1_000_000);
    }

    private void heard(Result result) {
        isMarked |=
                result.effect().isRollbackOnly() || (result instanceof Result.Unanswered lost && lost.mayHaveArrived());
        Registration registration = result.effect().registration();
        if (registration != null) {
            register(registration);
        }
    }

    // ---- its end

    private void end() {
        isMarked |= remainingMillis() == 0;
        if (plan.end() == Plan.End.ABANDON) {
            isClosed = true;
            life.over(id); // the called nodes reach their timeouts
        } else if (plan.end() == Plan.End.COMMIT && !isMarked) {
            truth.wish = Wish.COMMIT;
            announce();
        } else {
            truth.wish = Wish.ROLLBACK;
            rollBack(List.copyOf(participants.values()));
        }
    }

    /** The round before phase one, if it has one; a participant that is asked may register others. */
    private void announce() {
        if (isMarked) {
            truth.wish = Wish.ROLLBACK;
            rollBack(List.copyOf(participants.values()));
        } else if (asksEarly && !early.isEmpty()) {
            List<Registration> asked = List.copyOf(early.values());
            early.clear();
            askAll(asked, RemoteVerb.BEFORE_COMPLETION, answers -> {
                isMarked |= answers.values().stream().anyMatch(each -> each != Answer.DONE);
                announce();
            });
        } else {
            isClosed = true;
            prepare(List.copyOf(participants.values()));
        }
    }

    private void prepare(List<Registration> all) {
        if (all.size() == 1 && can(Feature.ONE_PHASE)) {
            commitOnePhase(all.get(0), 1);
            return;
        }
        askAll(all, RemoteVerb.PREPARE, votes -> {
            List<Registration> prepared = voters(votes, Set.of(Answer.PREPARED));
            List<Registration> agreed = voters(votes, Set.of(Answer.PREPARED, Answer.READ_ONLY));
            if (agreed.size() < all.size()) {
                List<Registration> left = new ArrayList<>(all);
                left.removeAll(voters(votes, Set.of(Answer.READ_ONLY, Answer.ROLLED_BACK)));
                rollBack(left);
            } else {
                commit(prepared);
            }
        });
    }

    private static List<Registration> voters(Map<Registration, Answer> votes, Set<Answer> answers) {
        return votes.keySet().stream()
                .filter(each -> answers.contains(votes.get(each)))
                .toList();
    }

    private void commit(List<Registration> prepared) {
        if (!prepared.isEmpty()) {
            life.decide(truth, prepared);
        }
        world.oracles().outcomes().toldAbroad(truth, true);
        life.over(id);
        life.commit(id);
    }

    private void rollBack(List<Registration> left) {
        isClosed = true;
        world.oracles().outcomes().toldAbroad(truth, false);
        life.over(id);
        left.forEach(each -> life.ask(each, RemoteVerb.ROLLBACK, response -> {
            if (response instanceof Response.Answered told) {
                life.forget(each, told.answer());
            }
        }));
    }

    /** The only participant decides and reports the outcome. If its answer is lost, no client hears an outcome. */
    private void commitOnePhase(Registration only, int tries) {
        life.ask(only, RemoteVerb.COMMIT_ONE_PHASE, response -> {
            Answer answer = response instanceof Response.Answered told ? told.answer() : Answer.RETRY;
            boolean isUnsent = response instanceof Response.Unanswered lost && !lost.mayHaveArrived();
            if (isUnsent && tries < TRIES_MAX) {
                soon(() -> commitOnePhase(only, tries + 1));
                return;
            }
            if (answer == Answer.DONE || answer == Answer.ROLLED_BACK) {
                world.oracles().outcomes().toldAbroad(truth, answer == Answer.DONE);
            }
            life.over(id);
            life.forget(only, answer);
        });
    }

    /** Asks all at once; goes on when the last has answered. */
    private void askAll(List<Registration> all, RemoteVerb verb, Consumer<Map<Registration, Answer>> then) {
        Map<Registration, Answer> answers = new LinkedHashMap<>();
        BiConsumer<Registration, Answer> take = (who, answer) -> {
            answers.put(who, answer);
            if (answers.size() == all.size()) {
                soon(() -> then.accept(answers));
            }
        };
        if (all.isEmpty()) {
            then.accept(answers);
        }
        all.forEach(each -> life.ask(each, verb, response -> {
            take.accept(each, response instanceof Response.Answered told ? told.answer() : Answer.RETRY);
        }));
    }
}
