package dev.assent.server.processes;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.server.crash.VictimProcess;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Kills random processes at random times while the client makes transfers from several threads. After some kills it
 * stops the load, lets recovery finish, and examines the databases.
 *
 * <p>Thread safety: one thread makes it.
 */
public final class RandomKills {
    /** Between two kills at most, in which some transfers are made, and recovery is under way. */
    private static final int PAUSE_MILLIS_MAX = 700;

    /** As many as no load comes to. */
    private static final int TRANSFERS_MAX = 1_000_000;

    private final FourProcesses processes;
    private final Reported reported;
    private final int threads;
    private final SplittableRandom random;

    /**
     * Kills among processes that run.
     *
     * @param reported the outcomes so far; the load adds its own
     * @param seed chooses which process is killed, and when
     */
    public RandomKills(FourProcesses processes, Reported reported, int threads, long seed) {
        this.processes = processes;
        this.reported = reported;
        this.threads = threads;
        this.random = new SplittableRandom(seed);
    }

    /**
     * The observations during some kills.
     *
     * @param killed how often each process was killed
     * @param committed how many transfers were reported as committed
     * @param rolledBack how many were reported as rolled back
     * @param open how many ended with an unknown outcome, or without an answer
     * @param violations what is wrong, for people; empty when all is well
     */
    public record Sight(Map<Role, Integer> killed, int committed, int rolledBack, int open, List<String> violations) {}

    /** Kills so often, lets all recover, and looks. */
    public Sight kill(int times) throws Exception {
        int committedBefore = reported.committed().cardinality();
        int rolledBackBefore = reported.rolledBack();
        int openBefore = reported.open().cardinality();
        Map<Role, Integer> killed = new EnumMap<>(Role.class);
        List<String> violations = new ArrayList<>();
        load();
        for (int i = 0; i < times; i++) {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(PAUSE_MILLIS_MAX));
            Role role = Role.values()[random.nextInt(Role.values().length)];
            kill(role, violations);
            killed.merge(role, 1, Integer::sum);
        }
        processes.of(Role.CLIENT).ask("stop-load", "stopped");
        processes.settle();
        violations.addAll(processes
                .oracle()
                .examine(reported.committed(), reported.open())
                .violations());
        return new Sight(
                killed,
                reported.committed().cardinality() - committedBefore,
                reported.rolledBack() - rolledBackBefore,
                reported.open().cardinality() - openBefore,
                violations);
    }

    private void load() throws Exception {
        processes
                .of(Role.CLIENT)
                .ask(
                        "load " + reported.nextId() + " " + TRANSFERS_MAX + " " + threads + " "
                                + ClientVictim.TIMEOUT_SECONDS,
                        "loading");
    }

    /** A node's work at its start may fail while others are away: it goes on when they are back. */
    private void kill(Role role, List<String> violations) throws Exception {
        int status = processes.kill(role);
        if (status != VictimProcess.KILLED) {
            violations.add(MESSAGES.tourNotKilled(status, VictimProcess.KILLED));
        }
        processes.fork(role).openOnly();
        if (role == Role.CLIENT) {
            load();
        }
    }
}
