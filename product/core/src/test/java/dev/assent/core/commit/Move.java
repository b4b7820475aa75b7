package dev.assent.core.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A step with an event, and the step that follows; null if none does. */
record Move(Step step, Event event, Step next) {
    /** Each of these steps with every event. The table has a line for each allowed event. */
    static Stream<Move> of(Set<Step> steps, String table) {
        Map<Step, Map<Event, Step>> allowed = new EnumMap<>(Step.class);
        table.lines()
                .map(line -> line.strip().split("\\s+"))
                .forEach(words -> allowed.computeIfAbsent(Step.valueOf(words[0]), any -> new EnumMap<>(Event.class))
                        .put(Event.valueOf(words[1]), Step.valueOf(words[2])));
        return steps.stream()
                .flatMap(step -> Stream.of(Event.values())
                        .map(event -> new Move(
                                step,
                                event,
                                allowed.getOrDefault(step, Map.of()).get(event))));
    }

    /** Fails unless the protocol makes this move, or refuses the event if no step follows. */
    void check(CommitProtocol protocol) {
        if (next == null) {
            assertThatThrownBy(() -> protocol.next(step, event))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(step.name())
                    .hasMessageContaining(event.name());
        } else {
            assertThat(protocol.next(step, event)).isEqualTo(next);
        }
    }
}
