package dev.assent.lab.simulate;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.testkit.simulation.Choices;
import dev.assent.testkit.simulation.WorldKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A world in a file: {@code nodes N}, {@code steps N}, and then its choices, many a line. Lines that begin with '#' are for
 * people. Immutable.
 *
 * @param kind of the world
 * @param choices which make it
 */
record WorldFile(WorldKind kind, Choices choices) {
    private static final int CHOICES_PER_LINE = 25;

    /** Writes it, with a line for people. */
    void write(Path file, String comment) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("# " + comment.lines().findFirst().orElse(""));
        lines.add("nodes " + kind.nodes());
        lines.add("steps " + kind.steps());
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < choices.size(); i++) {
            line.append(line.isEmpty() ? "" : " ").append(choices.at(i));
            if ((i + 1) % CHOICES_PER_LINE == 0 || i + 1 == choices.size()) {
                lines.add(line.toString());
                line.setLength(0);
            }
        }
        Files.write(file, lines, StandardCharsets.UTF_8);
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException when the file does not exist or is not of this form; the message is for users
     */
    static WorldFile read(Path file) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException absent) {
            throw new IllegalArgumentException(MESSAGES.simulateFileRefused(file, "there is no such file"), absent);
        }
        List<String> said = lines.stream().filter(line -> !line.startsWith("#")).toList();
        if (said.size() < 2) {
            throw new IllegalArgumentException(MESSAGES.simulateFileRefused(file, "it has too few lines"));
        }
        try {
            WorldKind kind = new WorldKind(number("nodes ", said.get(0)), number("steps ", said.get(1)));
            long[] choices = said.stream()
                    .skip(2)
                    .flatMap(line -> List.of(line.split(" ")).stream())
                    .mapToLong(Long::parseLong)
                    .toArray();
            return new WorldFile(kind, Choices.of(choices));
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(MESSAGES.simulateFileRefused(file, refused.getMessage()), refused);
        }
    }

    private static int number(String key, String line) {
        if (!line.startsWith(key)) {
            throw new IllegalArgumentException("the line '" + line + "' does not begin with '" + key + "'");
        }
        return Integer.parseInt(line.substring(key.length()));
    }
}
