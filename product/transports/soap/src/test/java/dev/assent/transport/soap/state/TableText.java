package dev.assent.transport.soap.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A table of states as people write it: a row an event, a column a state, in a cell what is done and, behind an arrow, the
 * state that follows when it is another one; a hyphen where the event can't happen.
 */
record TableText<E extends Enum<E>, S extends Enum<S>>(Class<E> events, Class<S> states, String text) {
    /** One cell. */
    record Cell<E extends Enum<E>, S extends Enum<S>>(E event, S state, String content) {
        @Override
        public String toString() {
            return event + " in " + state + ": " + content;
        }

        /** The table of the code has it. */
        <A extends Enum<A>> void verify(BiFunction<E, S, Step<A, S>> table) {
            if (content.equals("-")) {
                assertThatThrownBy(() -> table.apply(event, state))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(event.name())
                        .hasMessageContaining(state.name());
                return;
            }
            String[] parts = content.split("->");
            String next = parts.length == 2 ? parts[1].strip() : state.name();
            Step<A, S> step = table.apply(event, state);
            assertThat(step.action()).hasToString(parts[0].strip());
            assertThat(step.next()).hasToString(next);
        }
    }

    /** All cells; every event and every state must be there, once. */
    Stream<Cell<E, S>> cells() {
        List<List<String>> rows = text.lines().map(TableText::row).toList();
        List<S> columns = rows.get(0).stream().skip(1).map(this::state).toList();
        assertThat(columns).containsExactly(states.getEnumConstants());
        List<Cell<E, S>> cells = new ArrayList<>();
        List<E> seen = new ArrayList<>();
        for (List<String> row : rows.subList(1, rows.size())) {
            E event = Enum.valueOf(events, row.get(0));
            seen.add(event);
            assertThat(row).as("row %s", event).hasSize(columns.size() + 1);
            for (int i = 0; i < columns.size(); i++) {
                cells.add(new Cell<>(event, columns.get(i), row.get(i + 1)));
            }
        }
        assertThat(seen).containsExactly(events.getEnumConstants());
        return cells.stream();
    }

    private S state(String name) {
        return Enum.valueOf(states, name.toUpperCase(Locale.ROOT));
    }

    private static List<String> row(String line) {
        return Arrays.stream(line.split("\\|")).map(String::strip).toList();
    }
}
