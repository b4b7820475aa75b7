package dev.assent.server.demo;

import dev.assent.server.processes.Event;
import dev.assent.server.processes.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The events of one transfer, in the order of time. A message is one step, from the instant at which it was handed to
 * the wire to that at which it was read. Immutable.
 *
 * @param steps in their order
 */
record Sequence(List<Step> steps) {
    private static final Table TABLE = new Table(
            Table.Column.number("at", 9),
            Table.Column.number("took", 8),
            Table.Column.text("process", 11),
            Table.Column.text("what", 60),
            Table.Column.number("bytes", 6));

    /** The call that recovery makes from time to time, which is not part of a transfer. */
    private static final String RECOVERY = "xa_recover";

    /** An event of a process. */
    record Entry(Role role, Event event) {}

    /**
     * One step.
     *
     * @param micros since the first
     * @param tookMicros how long it took; -1 if unknown
     * @param to the receiver of the message; null if the step is not a message
     */
    record Step(
            long micros,
            long tookMicros,
            Role from,
            @Nullable Role to,
            Event event) {
        private Step since(long first) {
            return new Step(micros - first, tookMicros, from, to, event);
        }

        String text() {
            String text = event.text();
            return switch (event.kind()) {
                case SENT, RECEIVED -> "to " + to + ": " + text;
                case FORCED -> "forces " + text;
                case WRITTEN -> "writes " + text;
                case XA -> text;
            };
        }

        /** As fields of an object in JSON. */
        Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("atMicros", micros);
            fields.put("process", from.toString());
            fields.put("kind", to == null ? event.kind().name().toLowerCase(Locale.ROOT) : "message");
            fields.put("what", event.text());
            if (to != null) {
                fields.put("to", to.toString());
                fields.put("bytes", event.bytes());
            }
            if (tookMicros >= 0) {
                fields.put("tookMicros", tookMicros);
            }
            return fields;
        }
    }

    /**
     * The sequence of the events that all processes reported.
     *
     * @param at which process has an address, or calls itself so
     */
    static Sequence of(List<Entry> entries, Function<String, Role> at) {
        List<Entry> received = new ArrayList<>(entries.stream()
                .filter(each -> each.event().kind() == Event.Kind.RECEIVED)
                .sorted(Comparator.comparingLong(each -> each.event().micros()))
                .toList());
        List<Entry> others = entries.stream()
                .filter(each -> each.event().kind() != Event.Kind.RECEIVED)
                .sorted(Comparator.comparingLong(each -> each.event().micros()))
                .toList();
        List<Step> steps = new ArrayList<>();
        for (Entry each : others) {
            Event event = each.event();
            if (event.kind() == Event.Kind.SENT) {
                steps.add(message(each, at.apply(event.peer()), received));
            } else if (!event.text().equals(RECOVERY)) {
                steps.add(new Step(event.micros(), event.tookMicros(), each.role(), null, event));
            }
        }
        steps.sort(Comparator.comparingLong(Step::micros));
        long first = steps.isEmpty() ? 0 : steps.get(0).micros();
        return new Sequence(steps.stream().map(each -> each.since(first)).toList());
    }

    /**
     * Finds the reception of a message, and removes it: the first one like it that the receiver has read. A sender
     * notes the time after the message has gone, so the receiver's time may be earlier. Then nobody knows how long it took.
     */
    private static Step message(Entry sent, Role to, List<Entry> received) {
        Event event = sent.event();
        for (Entry each : received) {
            Event there = each.event();
            if (each.role() == to && there.text().equals(event.text()) && there.bytes() == event.bytes()) {
                received.remove(each);
                long micros = Math.min(event.micros(), there.micros());
                long took = event.micros() < there.micros() ? there.micros() - micros : -1;
                return new Step(micros, took, sent.role(), to, event);
            }
        }
        return new Step(event.micros(), -1, sent.role(), to, event);
    }

    /** Writes it as a table, with its sums. */
    void show(Terminal terminal) {
        terminal.line(terminal.faint(TABLE.header()));
        for (Step each : steps) {
            terminal.line(TABLE.row(
                    Text.of("%,d us", each.micros()),
                    each.tookMicros() < 0 ? "" : Text.of("%,d us", each.tookMicros()),
                    each.from(),
                    each.text(),
                    each.to() == null ? "" : each.event().bytes()));
        }
        terminal.line("");
        long messages = steps.stream().filter(each -> each.to() != null).count();
        int bytes = steps.stream().mapToInt(each -> each.event().bytes()).sum();
        terminal.line(Text.of(
                "  %s of %,d bytes, %s, %s",
                Text.count(messages, "message"),
                bytes,
                Text.count(count(Event.Kind.FORCED), "forced write") + " of Assent's logs",
                Text.count(count(Event.Kind.XA), "XA call")));
    }

    private long count(Event.Kind kind) {
        return steps.stream().filter(each -> each.event().kind() == kind).count();
    }
}
