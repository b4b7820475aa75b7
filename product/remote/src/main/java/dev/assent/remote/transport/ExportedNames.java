package dev.assent.remote.transport;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names of a process's exported objects. Immutable.
 *
 * @param names the exported names, sorted
 * @param isComplete false while the process may export more objects: the answer to an unknown name is then to ask again
 */
public record ExportedNames(List<String> names, boolean isComplete) {
    /** The names of a process that exports nothing. */
    public static final ExportedNames NONE = new ExportedNames(List.of(), true);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final int SHOWN_MAX = 20;

    /** Copies the list. */
    public ExportedNames {
        names = List.copyOf(names);
    }

    /** Whether an object may have this name. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** For display: the first twenty. */
    @Override
    public String toString() {
        if (names.isEmpty()) {
            return "none";
        }
        String shown = names.stream().limit(SHOWN_MAX).collect(Collectors.joining(", "));
        return names.size() > SHOWN_MAX ? shown + " and " + (names.size() - SHOWN_MAX) + " more" : shown;
    }
}
