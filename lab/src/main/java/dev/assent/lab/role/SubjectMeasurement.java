package dev.assent.lab.role;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.CpuTime;
import dev.assent.lab.LinuxProcess;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.network.Traffic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Measures one subject by the processes of a setup: the client does it, and all are looked at meanwhile. Used by one thread. */
public final class SubjectMeasurement {
    private static final String RAN = "ran";

    /** Enough for an average of a count that hardly changes. */
    private static final int COUNTED = 100;

    /** Enough, too, where a program of the system is asked each time. */
    private static final int COUNTED_BY_SOCKETS = 10;

    /** How long a client may be without an iteration before the lab concludes that it hangs. */
    private static final Duration STALLED_MAX = Duration.ofMinutes(1);

    private final RoleProcesses roles;
    private final LongConsumer progress;
    private final Disturbance beginning;

    private SubjectMeasurement(RoleProcesses roles, LongConsumer progress, Disturbance beginning) {
        this.roles = roles;
        this.progress = progress;
        this.beginning = beginning;
    }

    /**
     * From now on the client has this task, and has done the work before its first iteration.
     *
     * @param progress receives from time to time how many iterations all of its threads have done
     */
    public static SubjectMeasurement begin(RoleProcesses roles, Subject subject, LongConsumer progress)
            throws IOException {
        String order = "task %d %s %s"
                .formatted(subject.clients(), subject.task().getName(), String.join(" ", subject.arguments()));
        RoleProcesses.expect(RoleProcesses.CLIENT, roles.client().ask(order.strip()), RoleProcesses.READY);
        SubjectMeasurement begun = new SubjectMeasurement(roles, progress, roles.disturbance());
        begun.await("begin", "begun");
        return begun;
    }

    /** The client does the work after its last iteration. */
    public void end() throws IOException {
        await("end", "ended");
    }

    /** Does it so often, before anything is measured. */
    public void warmUp(int iterations) throws IOException {
        await("run " + iterations + " 1", RAN);
    }

    /**
     * Runs the task so often, and measures that.
     *
     * @param laps as in {@link dev.assent.lab.experiment.Amount}
     * @param iterations of each lap
     */
    public Observation run(int laps, int iterations) throws IOException {
        Disturbance quiet = roles.disturbance();
        Map<String, PhaseTotals> phasesBefore = roles.phases();
        Map<String, CpuTime> before = roles.cpuTimes();
        Traffic trafficBefore = roles.meter().read();
        String[] answer = await("run " + laps + " " + iterations, RAN).split(" ");
        Traffic traffic = roles.meter().read().without(trafficBefore);
        long all = Long.parseLong(answer[0]);
        boolean isElsewhere = Boolean.parseBoolean(answer[2]);
        List<Cost> costs = isElsewhere || !LinuxProcess.areTold() ? List.of() : costs(before, all);
        Disturbance now = roles.disturbance();
        double others = now.since(quiet);
        List<PhaseTime> phases = new ArrayList<>();
        roles.phases()
                .forEach((role, until) ->
                        phases.addAll(until.since(Objects.requireNonNull(phasesBefore.get(role)), role, all)));
        return new Observation(
                readSteps(),
                Double.parseDouble(answer[1]),
                isElsewhere ? Traffic.UNKNOWN : traffic.averageOf(all),
                !isElsewhere && roles.meter().isExact(),
                new Spent(costs, phases),
                // with the warm-up the time is long enough; a program that disturbs the warm-up disturbs this, too
                Double.isNaN(others) ? now.since(beginning) : others);
    }

    private List<Cost> costs(Map<String, CpuTime> before, long iterations) throws IOException {
        Map<String, CpuTime> after = roles.cpuTimes();
        List<Cost> costs = new ArrayList<>();
        for (Map.Entry<String, RoleProcess> each : roles.roles().entrySet()) {
            String role = each.getKey();
            long nanos = Objects.requireNonNull(after.get(role)).since(Objects.requireNonNull(before.get(role)));
            costs.add(
                    new Cost(role, (double) nanos / iterations, each.getValue().memoryBytes()));
        }
        return costs;
    }

    private List<Recording> readSteps() throws IOException {
        int count = Integer.parseInt(await("steps", "steps"));
        List<Recording> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(Recording.parse(roles.client().more()));
        }
        return steps;
    }

    /**
     * The network traffic of each step, on average of some iterations; empty where nothing can be counted, and where no
     * step is the client's.
     */
    public List<Traffic> countTraffic(Observation seen) throws IOException {
        if (!roles.meter().counts() || Double.isNaN(seen.traffic().messageBytes())) {
            return List.of();
        }
        int iterations = roles.meter().databases().isEmpty() ? COUNTED : COUNTED_BY_SOCKETS;
        String[] numbers = await("count " + iterations + " " + roles.meter().toWord(), "counted")
                .split(" ");
        List<Traffic> steps = new ArrayList<>();
        for (int i = 0; i < numbers.length; i += 2) {
            steps.add(new Traffic(Double.parseDouble(numbers[i]), Double.parseDouble(numbers[i + 1])));
        }
        return steps;
    }

    /** Gives an order to the client, and waits until it has been done, as long as there is progress. */
    private String await(String order, String beginning) throws IOException {
        roles.client().tell(order);
        Patience patience = new Patience(STALLED_MAX, System::nanoTime);
        while (true) {
            String line = roles.client().more();
            OptionalLong done = Heartbeat.parse(line);
            if (done.isEmpty()) {
                return RoleProcesses.expect(RoleProcesses.CLIENT, line, beginning);
            }
            progress.accept(done.getAsLong());
            if (patience.isLostAt(done.getAsLong())) {
                roles.abort();
                throw new IOException(MESSAGES.noProgress(RoleProcesses.CLIENT, STALLED_MAX.toSeconds(), order));
            }
        }
    }
}
