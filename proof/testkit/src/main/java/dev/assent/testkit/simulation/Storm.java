package dev.assent.testkit.simulation;

import dev.assent.testkit.simulation.BranchTruth.State;
import dev.assent.testkit.simulation.Schedule.Kind;
import java.util.List;

/** The events that hit a world as a whole before all faults stop. Not thread-safe. */
final class Storm {
    /** Some twenty years. */
    private static final long CLOCK_AHEAD_MILLIS_MAX = 20L * 365 * 24 * 3600 * 1000;

    private final World world;
    private final Chance chance;

    Storm(World world) {
        this.world = world;
        this.chance = world.chance();
    }

    /** Plans all of it. */
    void begin() {
        Profile profile = world.profile();
        if (chance.of(profile.crashes().close())) {
            world.schedule()
                    .after(
                            soon(),
                            null,
                            Kind.ALONE,
                            () -> new Calm(world).closeAndRestart(world.nodes().get(0)));
        }
        if (chance.of(profile.crashes().copy())) {
            world.schedule().after(soon(), null, Kind.ALONE, this::cloneNode);
        }
        world.lost().begin();
        for (int others = profile.crashes().seconds(); others > 0; others--) {
            world.schedule().after(soon() * others, null, Kind.STEP, this::startSecond);
        }
        if (profile.faults().ownDecision() > 0) {
            world.schedule().after(soon(), null, Kind.STEP, this::decideSomewhere);
        }
        if (profile.faults().loss() > 0) {
            for (int losses = chance.between(1, 5); losses > 0; losses--) {
                world.schedule().after(soon() * losses, null, Kind.STEP, this::loseSomewhere);
            }
        }
        if (profile.faults().resourceCrash() > 0) {
            world.schedule()
                    .after(
                            soon(),
                            null,
                            Kind.STEP,
                            () -> chance.oneOf(world.resources()).crash());
        }
        world.resources().stream()
                .filter(SimulatedResource::isForgetful)
                .forEach(each -> world.schedule().after(soon() * 2, null, Kind.STEP, each::crash));
        world.roamers().forEach(each -> world.schedule().after(soon(), each::next));
        world.foreigners().forEach(each -> world.schedule().after(soon(), null, Kind.ALONE, each::start));
        for (int passes = chance.below(6); passes > 0; passes--) {
            world.schedule().after(soon() * passes, null, Kind.STEP, this::recoverSomewhere);
        }
        boolean isForgetting =
                profile.aims().stream().anyMatch(each -> each.call().contains("FORGET"));
        for (int times = isForgetting ? 5 : 1; times > 0; times--) {
            world.schedule().after(soon() * 2 * times, null, Kind.STEP, this::forgetSomewhere);
        }
        for (int forged = profile.network().forged() > 0 ? chance.between(1, 10) : 0; forged > 0; forged--) {
            world.schedule().after(soon() * forged, null, Kind.STEP, new Forger(world)::run);
        }
        for (int cuts = profile.network().cuts(); cuts > 0; cuts--) {
            world.schedule().after(soon() * cuts, null, Kind.STEP, world.network()::part);
        }
        for (int jumps = profile.timing().clockJumps(); jumps > 0; jumps--) {
            world.schedule().after(soon() * jumps, null, Kind.STEP, this::setClockSomewhere);
        }
        for (int acts = profile.load().acts(); acts > 0; acts--) {
            world.schedule().after(soon() * acts, null, Kind.STEP, this::actSomewhere);
        }
    }

    private long soon() {
        return 20L * chance.delayNanos();
    }

    private void cloneNode() {
        SimulatedNode copied = world.nodes().size() > 1
                ? chance.oneOf(world.nodes())
                : world.nodes().get(0);
        world.copied(copied);
        world.ledger().saw(Sight.CLONED);
        world.history().line("the folder of " + copied.name() + " is copied");
        world.add("clone", copied.disk().copy("machine 2, device 1, inode 1")).start();
    }

    private void startSecond() {
        world.oracles().folders().startSecond(chance.oneOf(world.nodes()));
    }

    private void decideSomewhere() {
        for (SimulatedResource resource : world.resources()) {
            for (BranchTruth branch : List.copyOf(resource.branches())) {
                if (branch.state == State.PREPARED && branch.transaction != null && chance.of(0.3)) {
                    resource.decide(branch);
                }
            }
        }
    }

    private void loseSomewhere() {
        for (SimulatedResource resource : world.resources()) {
            for (BranchTruth branch : List.copyOf(resource.branches())) {
                if (branch.transaction != null && chance.of(0.3)) {
                    resource.lose(branch);
                }
            }
        }
    }

    private void forgetSomewhere() {
        for (SimulatedNode node : world.nodes()) {
            NodeLife life = node.life();
            if (life != null) {
                world.schedule()
                        .after(0, life, Kind.RECOVERY, () -> world.operator().settle(life));
                world.schedule()
                        .after(0, life, Kind.RECOVERY, () -> world.operator().forget(life));
            }
        }
    }

    private void actSomewhere() {
        for (SimulatedNode node : world.nodes()) {
            NodeLife life = node.life();
            if (life != null) {
                world.schedule()
                        .after(
                                chance.delayNanos(),
                                life,
                                Kind.RECOVERY,
                                () -> world.operator().actSomehow(life));
            }
        }
    }

    private void setClockSomewhere() {
        SimulatedNode node = chance.oneOf(world.nodes());
        world.ledger().saw(Sight.CLOCK_SET);
        node.setClock(chance.below(CLOCK_AHEAD_MILLIS_MAX));
    }

    private void recoverSomewhere() {
        for (SimulatedNode node : world.nodes()) {
            NodeLife life = node.life();
            if (life != null) {
                world.schedule().after(chance.delayNanos(), life, Kind.RECOVERY, () -> life.recover(chance.of(0.5)));
            }
        }
    }
}
