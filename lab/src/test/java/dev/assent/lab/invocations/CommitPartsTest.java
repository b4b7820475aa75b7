package dev.assent.lab.invocations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assent.MetricsSnapshot;
import dev.assent.harness.Fast;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.result.Estimate;
import dev.assent.lab.result.Measure;
import dev.assent.lab.result.StoredPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A transaction of 500 us whose work alone takes 200: 40 to create, 110 for each call, 240 to commit. Inside, the
 * coordinator takes 100, 40 and 60 of these, and each server 50, 20 and 40. A database works for 60 alone, and for 50
 * in a transaction.
 */
@Fast
class CommitPartsTest {
    private static final LabDatabase DERBY = LabDatabase.of("derby");
    private static final Measure.Key ON = TwoPhaseCommit.key("native", DERBY, TwoPhaseCommit.LOG_ON, Steps.TOTAL);
    private static final Measure.Key OFF =
            TwoPhaseCommit.key("native", DERBY, TwoPhaseCommit.NO_TRANSACTIONS, Steps.TOTAL);
    private static final Measure.Key IN = new Measure.Key(
            ContextPropagation.NAME, "native", LabDatabase.NONE.name(), "", Payload.INT_100.method(), 1, Steps.CALL);
    private static final Measure.Key BESIDE = new Measure.Key(
            ContextPropagation.NAME,
            "native",
            LabDatabase.NONE.name(),
            "",
            ContextPropagation.without(Payload.INT_100),
            1,
            Steps.CALL);

    private final MadeUpRun run = new MadeUpRun();
    private final List<StoredPhase> phases = new ArrayList<>();

    /** A repeat in which all takes so many times as long. */
    private void repeat(int repeat, double slower, boolean isQuiet) {
        run.add(OFF, repeat, 200 * slower, isQuiet);
        run.add(ON, repeat, 500 * slower, isQuiet);
        run.add(ON.at(Steps.CREATE), repeat, 40 * slower, isQuiet);
        run.add(ON.at(Steps.COMMIT), repeat, 240 * slower, isQuiet);
        phase(ON, repeat, "coordinator", MetricsSnapshot.Phase.PREPARE.name(), 100 * slower);
        phase(ON, repeat, "coordinator", MetricsSnapshot.Phase.FORCE.name(), 40 * slower);
        phase(ON, repeat, "coordinator", MetricsSnapshot.Phase.COMMIT.name(), 60 * slower);
        for (String server : List.of("server-1", "server-2")) {
            phase(ON, repeat, server, MetricsSnapshot.Phase.PREPARE.name(), 50 * slower);
            phase(ON, repeat, server, MetricsSnapshot.Phase.FORCE.name(), 20 * slower);
            phase(ON, repeat, server, MetricsSnapshot.Phase.COMMIT.name(), 40 * slower);
            phase(ON, repeat, server, "work", 50 * slower);
            phase(OFF, repeat, server, "work", 60 * slower);
        }
    }

    private void context(int repeat, double slower) {
        run.add(IN, repeat, 110 * slower, true);
        run.add(BESIDE, repeat, 100 * slower, true);
    }

    private void phase(Measure.Key key, int repeat, String role, String phase, double micros) {
        phases.add(new StoredPhase(key, repeat, role, phase, micros));
    }

    private Optional<CommitParts> parts() {
        return CommitParts.of(run.results(), phases, "native", DERBY);
    }

    private static double micros(CommitParts parts, CommitPart part) {
        return parts.micros(part::equals).value();
    }

    private static void assertParts(CommitParts parts) {
        assertThat(micros(parts, CommitPart.CREATE)).isCloseTo(40, within(1e-9));
        assertThat(micros(parts, CommitPart.UNCOMMITTED)).isCloseTo(-20, within(1e-9));
        assertThat(micros(parts, CommitPart.JOINING)).isCloseTo(40, within(1e-9));
        assertThat(micros(parts, CommitPart.PREPARE)).isCloseTo(50, within(1e-9));
        assertThat(micros(parts, CommitPart.VOTES)).isCloseTo(20, within(1e-9));
        assertThat(micros(parts, CommitPart.ASKING)).isCloseTo(30, within(1e-9));
        assertThat(micros(parts, CommitPart.DECISION)).isCloseTo(40, within(1e-9));
        assertThat(micros(parts, CommitPart.COMMIT)).isCloseTo(40, within(1e-9));
        assertThat(micros(parts, CommitPart.TELLING)).isCloseTo(20, within(1e-9));
        assertThat(micros(parts, CommitPart.CALL)).isCloseTo(40, within(1e-9));
        assertThat(parts.micros(each -> true).value()).as("they add up").isCloseTo(300, within(1e-9));
        assertThat(parts.percent(each -> true).value()).isCloseTo(150, within(1e-9));
        assertThat(parts.percent(CommitPart.Kind.DATABASES).value()).isCloseTo(35, within(1e-9));
        assertThat(parts.percent(CommitPart.Kind.LOGS).value()).isCloseTo(30, within(1e-9));
        assertThat(parts.percent(CommitPart.Kind.MESSAGES).value()).isCloseTo(85, within(1e-9));
    }

    @Test
    void repeatsThatDoNotCountAreInNoPart() {
        repeat(1, 1, true);
        repeat(2, 7, false);
        repeat(3, 1, true);
        repeat(4, 1, true);

        CommitParts parts = parts().orElseThrow();
        assertThat(parts.repeats()).hasSize(3);
        assertThat(parts.isSure()).isTrue();
        assertParts(parts);
    }

    /** The work of the second repeat was disturbed, and no other figure: all of that repeat is left out. */
    @Test
    void bothSidesOfADifferenceAreOfTheSameRepeats() {
        repeat(1, 1, true);
        repeat(2, 9, true);
        repeat(3, 1, true);
        repeat(4, 1, true);
        run.without(OFF::equals);
        for (int repeat = 1; repeat <= 4; repeat++) {
            run.add(OFF, repeat, 200, repeat != 2);
        }

        CommitParts parts = parts().orElseThrow();
        assertThat(parts.repeats()).hasSize(3);
        assertParts(parts);
    }

    @Test
    void whatMakesAWholeRepeatSlowerIsInNoPercentage() {
        repeat(1, 1, true);
        repeat(2, 2, true);
        repeat(3, 4, true);

        Estimate all = parts().orElseThrow().percent(each -> true);
        assertThat(all.value()).isCloseTo(150, within(1e-9));
        assertThat(all.half()).isCloseTo(0, within(1e-9));
        assertThat(parts().orElseThrow().micros(each -> true).half()).isGreaterThan(100);
    }

    @Test
    void contextsAreOfTheSameRepeatsToo() {
        for (int repeat = 1; repeat <= 3; repeat++) {
            repeat(repeat, 1, true);
            context(repeat, 1);
        }
        context(4, 9);

        CommitParts parts = parts().orElseThrow();
        assertThat(micros(parts, CommitPart.CONTEXTS)).isCloseTo(20, within(1e-9));
        assertThat(micros(parts, CommitPart.JOINING)).isCloseTo(20, within(1e-9));
        assertThat(parts.micros(each -> true).value()).isCloseTo(300, within(1e-9));
    }

    /** Rather than two repeats in which all is known, three in which contexts are with what joins. */
    @Test
    void contextsThatAreNotOfEnoughRepeatsAreLeftWhereTheyAre() {
        for (int repeat = 1; repeat <= 3; repeat++) {
            repeat(repeat, 1, true);
        }
        context(1, 1);
        context(2, 1);

        CommitParts parts = parts().orElseThrow();
        assertThat(parts.has(CommitPart.CONTEXTS)).isFalse();
        assertParts(parts);
    }

    @Test
    void aRepeatOfWhichNotAllWasTimedInsideIsLeftOut() {
        for (int repeat = 1; repeat <= 4; repeat++) {
            repeat(repeat, repeat == 4 ? 9 : 1, true);
        }
        phases.removeIf(each -> each.repeat() == 4 && each.phase().equals(MetricsSnapshot.Phase.FORCE.name()));

        assertParts(parts().orElseThrow());
        phases.removeIf(each -> each.role().equals("coordinator"));
        assertThat(parts()).isEmpty();
    }

    @Test
    void oneRepeatIsTakenApartAndNothingIsSaidOfHowSureItIs() {
        repeat(1, 1, true);

        assertParts(parts().orElseThrow());
        assertThat(parts().orElseThrow().micros(CommitPart.CREATE::equals))
                .isEqualTo(new Estimate(40, Double.NaN, false));
    }

    @Test
    void ofWhatWasNotMeasuredThereAreNoParts() {
        assertThat(parts()).isEmpty();
        repeat(1, 1, true);
        run.without(ON.at(Steps.CREATE)::equals);
        assertThat(parts()).isEmpty();
    }
}
