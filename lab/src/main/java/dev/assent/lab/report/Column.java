package dev.assent.lab.report;

import java.util.Arrays;
import java.util.List;

/**
 * What is above a column of figures.
 *
 * @param group what this column and others beside it are of; empty when it stands alone
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
