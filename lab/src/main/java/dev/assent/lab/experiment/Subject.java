package dev.assent.lab.experiment;

import java.util.List;

/**
 * A subject of measurement in a {@link Setup}.
 *
 * @param name its name in results
 * @param task the work of each thread of the client
 * @param arguments of the task, without blanks
 * @param clients how many threads do it at the same time
 */
public record Subject(String name, Class<? extends Task> task, List<String> arguments, int clients) {
    /** One client does it. */
    public static Subject of(String name, Class<? extends Task> task, String... arguments) {
        return new Subject(name, task, List.of(arguments), 1);
    }
}
