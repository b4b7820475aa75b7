package dev.assent.testkit.simulation;

import dev.assent.core.commit.Dispatcher;
import dev.assent.core.commit.Verb;
import dev.assent.core.fixture.SimulatedCrash;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import dev.assent.testkit.simulation.Schedule.Kind;

/** The threads of a {@link NodeLife}, which are events of the schedule. Not thread-safe. */
final class LifeThreads {
    private final World world;
    private final NodeLife life;

    LifeThreads(NodeLife life) {
        this.world = life.world();
        this.life = life;
    }

    Dispatcher dispatcher() {
        return (verb, participant, reply, last) -> {
            life.port(Coverage.DISPATCH);
            if (world.chance().of(world.profile().timing().inline())) {
                return verb.ask(participant, reply);
            }
            boolean hangs = world.mayFail(world.profile().timing().hang());
            long delay = hangs ? world.chance().hangNanos() : world.chance().delayNanos();
            world.schedule().after(delay, life, Kind.STEP, () -> ask(verb, participant, reply));
            return Answer.PENDING;
        };
    }

    private void ask(Verb verb, Participant participant, Reply reply) {
        Answer answer = verb.ask(participant, reply);
        if (answer != Answer.PENDING) {
            life.port(Coverage.REPLY);
            reply.done(answer);
        }
    }

    void inBackground(Runnable work) {
        life.port(Coverage.BACKGROUND);
        if (world.chance().of(0.3)) {
            life.run(work, false);
        } else {
            world.schedule().after(world.chance().delayNanos(), life, Kind.STEP, work);
        }
    }

    void spin() {
        life.port("pause");
        world.ledger().broken("no law", "a thread waits for another that can't go on");
        throw new SimulatedCrash("a thread waits for ever");
    }

    /** Runs work later as the thread that has JTA transactions. */
    void soonInJta(Runnable work) {
        world.schedule().after(world.chance().delayNanos(), life, Kind.JTA, () -> life.inJta(work));
    }

    /** Runs an operator's act later. */
    void soonByHand(Runnable work) {
        world.schedule().after(world.chance().delayNanos(), life, Kind.RECOVERY, () -> life.byHand(work));
    }
}
