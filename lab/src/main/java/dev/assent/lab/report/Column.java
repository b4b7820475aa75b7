package dev.assent.lab.report;

import java.util.Arrays;
import java.util.List;

/**
 * The heading of a column of figures.
 *
 * @param group the common subject of this column and others beside it; empty when it stands alone
 * @param name of this one in the group
 */
public record Column(String group, String name) {
    /** Columns of one group. */
    public static List<Column> of(String group, String... names) {
        return of(group, Arrays.asList(names));
    }

    /** Columns of one group. */
    public static List<Column> of(String group, List<String> names) {
        return names.stream().map(each -> new Column(group, each)).toList();
    }

    /** In one line. */
    String text() {
        return group.isEmpty() || name.isEmpty() ? group + name : group + ", " + name;
    }
}
