package dev.assent.testkit.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The events in order: the calls of all resources of a test and the writes of its log, each as one word such as {@code
 * orders.prepare} or {@code log.force}.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class EventList {
    private final List<String> events = new ArrayList<>();

    /** Adds an event. */
    public synchronized void add(String event) {
        events.add(event);
    }

    /** All events so far. */
    public synchronized List<String> all() {
        return List.copyOf(events);
    }

    /** The events of one resource, or of the log. */
    public List<String> of(String name) {
        return all().stream().filter(event -> event.startsWith(name + ".")).collect(Collectors.toList());
    }

    /** How many events are of this verb, whatever the resource and the answer: {@code force}, {@code prepare}. */
    public long count(String verb) {
        return all().stream()
                .map(event -> event.substring(event.indexOf('.') + 1))
                .filter(word -> word.equals(verb) || word.startsWith(verb + " ") || word.startsWith(verb + "("))
                .count();
    }

    /** Forgets all events, so that the next assertion sees only later ones. */
    public synchronized void clear() {
        events.clear();
    }

    /** Asserts that exactly these events happened, in this order. */
    public void assertExactly(String... expected) {
        assertThat(all()).containsExactly(expected);
    }

    /** Asserts that these events happened in any order, and no others. */
    public void assertInAnyOrder(String... expected) {
        assertThat(all()).containsExactlyInAnyOrder(expected);
    }

    /** Asserts that every one of the first events happened before every one of the later ones. */
    public void assertBefore(String first, String later) {
        List<String> all = all();
        assertThat(all).contains(first, later);
        assertThat(all.lastIndexOf(first))
                .as("last '%s' before first '%s' in %s", first, later, all)
                .isLessThan(all.indexOf(later));
    }

    /** One event a line. */
    @Override
    public String toString() {
        return String.join("\n", all());
    }
}
