package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.assent.harness.Fast;
import dev.assent.server.processes.Event;
import dev.assent.server.processes.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

@Fast
class SequenceTest {
    @Test
    void message_theReceiverReadItBeforeTheSenderNotedTheTime_hasNoDuration() {
        Sequence sequence = Sequence.of(
                List.of(
                        message(Role.CLIENT, Event.Kind.SENT, 100, "begin"),
                        message(Role.COORDINATOR, Event.Kind.RECEIVED, 130, "begin"),
                        message(Role.CLIENT, Event.Kind.SENT, 260, "commit"),
                        message(Role.COORDINATOR, Event.Kind.RECEIVED, 250, "commit")),
                name -> Role.COORDINATOR);

        assertThat(sequence.steps())
                .extracting(step -> step.event().text(), Sequence.Step::micros, Sequence.Step::tookMicros)
                .containsExactly(tuple("begin", 0L, 30L), tuple("commit", 150L, -1L));
        assertThat(sequence.steps().get(0).fields()).containsEntry("tookMicros", 30L);
        assertThat(sequence.steps().get(1).fields()).doesNotContainKey("tookMicros");
    }

    private static Sequence.Entry message(Role role, Event.Kind kind, long micros, String text) {
        return new Sequence.Entry(role, new Event(kind, micros, -1, 42, "coordinator", text));
    }
}
