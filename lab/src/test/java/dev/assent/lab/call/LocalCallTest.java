package dev.assent.lab.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.Machine;
import dev.assent.lab.call.LocalCall.Key;
import dev.assent.lab.call.LocalCall.Row;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** The table of the cost of a local call, its measurements, and the command that makes it. */
@Fast
class LocalCallTest {
    private static final Machine MACHINE = new Machine("a processor", 2, "a system", "a JVM", "abc");

    private static LocalCall cost(double reference) {
        return new LocalCall(List.of(
                row(Way.PLAIN, 1, 2, 3),
                row(Way.INSIDE, 1 + reference, 2 + reference, 90),
                row(Way.OWN, 900, 900, 900)));
    }

    private static Row row(Way way, double... nanos) {
        return new Row(new Key(1, way), Arrays.stream(nanos).boxed().toList(), List.of(10.0, 20.0, 30.0));
    }

    @Test
    void aDifferenceIsTheMedianOfTheDifferencesWithinARound() {
        assertThat(cost(50).toMarkdown(MACHINE, 3, 1))
                .contains("| a plain interface call | 1 | 0.002 | 0.001 to 0.003 |  | 20 |")
                .contains("(REQUIRED) | 1 | 0.052 | 0.051 to 0.090 | +0.050 | 20 |")
                .contains("a processor, 2 cores; a system; a JVM; commit `abc`");
    }

    @Test
    void onlyCallsByReferenceThatBeginNothingDecideWhetherTheClaimHolds() {
        assertThat(cost(200).toMarkdown(MACHINE, 3, 1))
                .endsWith("may cost 0.2 us more than a plain one: that holds.\n");
        assertThat(cost(201).holds()).isFalse();
        assertThat(cost(201).toMarkdown(MACHINE, 3, 1)).endsWith("that DOES NOT HOLD.\n");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void everyWayCallsTheObject(Way way) throws Exception {
        OneCall call = new OneCall();
        call.way = way;
        call.open();
        try {
            OneCall.Caller caller = new OneCall.Caller();
            caller.begin(call);
            assertThat(call.call(caller)).isEqualTo(OneCall.CALLS);
            assertThat(call.call(caller)).isEqualTo(2 * OneCall.CALLS);
            caller.end(call);
        } finally {
            call.close();
        }
    }

    @Test
    void anOptionThatIsNotAllowedIsRefusedBeforeAnythingIsMeasured() {
        assertThat(new CommandLine(new LocalCallCommand()).execute("--rounds", "21"))
                .isEqualTo(2);
    }
}
