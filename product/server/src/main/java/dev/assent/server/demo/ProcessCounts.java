package dev.assent.server.demo;

import dev.assent.server.processes.FourProcesses;
import dev.assent.server.processes.Role;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The counts of each process: forced writes of its log, and messages by their names. Immutable.
 *
 * @param counts of each process, by the name of the count
 */
record ProcessCounts(Map<Role, Map<String, Long>> counts) {
    private static final String ANSWER = "counts ";

    /** The counts of the processes so far. */
    static ProcessCounts of(FourProcesses processes) throws IOException, InterruptedException {
        Map<Role, Map<String, Long>> counts = new EnumMap<>(Role.class);
        for (Role each : Role.values()) {
            String answer = processes.of(each).ask("count", ANSWER.strip());
            counts.put(each, parse(answer.substring(ANSWER.length()).strip()));
        }
        return new ProcessCounts(counts);
    }

    private static Map<String, Long> parse(String text) {
        Map<String, Long> counts = new HashMap<>();
        for (String each : text.isEmpty() ? new String[0] : text.split(" ")) {
            int equals = each.indexOf('=');
            counts.put(each.substring(0, equals), Long.parseLong(each.substring(equals + 1)));
        }
        return counts;
    }

    /** The counts since then. */
    ProcessCounts since(ProcessCounts before) {
        Map<Role, Map<String, Long>> since = new EnumMap<>(Role.class);
        counts.forEach((role, all) -> {
            Map<String, Long> more = new HashMap<>();
            all.forEach((name, count) -> more.put(name, count - before.get(role, name)));
            since.put(role, more);
        });
        return new ProcessCounts(since);
    }

    /** One count of a process; 0 when it has none. */
    long get(Role role, String name) {
        return counts.getOrDefault(role, Map.of()).getOrDefault(name, 0L);
    }
}
