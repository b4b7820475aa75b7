package dev.assent.lab.result;

import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One measurement of one step.
 *
 * @param key names the measured step
 * @param repeat from 1
 * @param iterations of each time, which is their mean; 1 when each was timed by itself
 * @param time of each
 * @param perSecond how many iterations a second all clients made together
 * @param bytes of messages of the step, or of all steps for the last one, their total, on average; not a number when they
 *     could not be counted
 * @param packets likewise; not a number when {@code bytes} is not a number
 * @param isExact whether {@code bytes} and {@code packets} are those of the experiment alone; false when they were not counted
 * @param others how many processors other programs, and a hypervisor, had meanwhile, on average; not a number when it took
 *     too short a time to tell
 */
public record Measure(
        Key key,
        int repeat,
        int iterations,
        Distribution time,
        double perSecond,
        double bytes,
        double packets,
        boolean isExact,
        double others) {
    /** The processor share of other programs from which a measure allows no conclusion. */
    private static final double OTHERS_MAX = 0.1;

    /** Whether other programs disturbed it too much to conclude anything. */
    public boolean isNoisy() {
        return others > OTHERS_MAX;
    }

    /**
     * A planned measure.
     *
     * @param key whose step is empty: all of them
     * @param repeats how often
     */
    public record Planned(Key key, int repeats) {}

    /**
     * The name of a measured step.
     *
     * @param experiment its name
     * @param transport its name
     * @param database its name
     * @param scenario as in {@link Setup}
     * @param subject as in {@link Subject}
     * @param clients as in {@link Subject}
     * @param step of the subject
     */
    public record Key(
            String experiment,
            String transport,
            String database,
            String scenario,
            String subject,
            int clients,
            String step) {
        /** The same of another step; an empty one stands for all. */
        public Key at(String other) {
            return new Key(experiment, transport, database, scenario, subject, clients, other);
        }

        /** The processes that are measured, for people. */
        public String setup() {
            return joined(experiment, transport, database.equals(LabDatabase.NONE.name()) ? "" : database, scenario);
        }

        /** The rest of the name within a setup, for people. */
        public String inSetup() {
            return joined(subject, clients == 1 ? "" : clients + " clients", step);
        }

        /** For people: all that says something. */
        @Override
        public String toString() {
            return joined(setup(), inSetup());
        }

        private static String joined(String... parts) {
            return Stream.of(parts).filter(each -> !each.isEmpty()).collect(Collectors.joining(" "));
        }

        /** The key of these. */
        public static Key of(String experiment, Setup setup, Subject subject, String step) {
            return new Key(
                    experiment,
                    setup.transport(),
                    setup.database().name(),
                    setup.scenario(),
                    subject.name(),
                    subject.clients(),
                    step);
        }
    }
}
