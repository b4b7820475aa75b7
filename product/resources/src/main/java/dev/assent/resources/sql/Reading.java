package dev.assent.resources.sql;

import dev.assent.resources.sql.SqlDialect.Trait;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One way to read a text. Settings of the server decide whether a backslash escapes, and its version decides which
 * comments it runs. Assent knows neither, so it reads a text in each way that makes a difference.
 *
 * <p>Immutable and safe to share.
 *
 * @param escapes whether a backslash in a literal escapes the next character
 * @param skipped the beginnings of comments that are not run, though a server of another version runs them
 * @param depthMax how deep comments may be inside of those: MySQL skips the comments for MariaDB as any other comment
 */
record Reading(boolean escapes, Set<String> skipped, int depthMax) {
    /** The beginning of a comment that is run, with the version of the server. */
    static final Pattern RUN = Pattern.compile("/\\*M?!\\d*");

    /** The most different beginnings of such comments: each may be run or skipped. */
    static final int COMMENTS_MAX = 6;

    private static final List<Reading> LITERALLY = List.of(new Reading(false, Set.of(), 2));
    private static final List<Reading> WITH_ESCAPES = List.of(new Reading(true, Set.of(), 2));

    Reading {
        skipped = Set.copyOf(skipped);
    }

    /** All ways for a text; empty when there are too many. */
    static List<Reading> of(String sql, SqlDialect dialect) {
        boolean escapes = dialect.has(Trait.BACKSLASHES);
        if (dialect.has(Trait.COMMENTS_THAT_RUN) && sql.contains("/*")) {
            return ofComments(commentsThatRun(sql), escapes);
        }
        List<Reading> usual = escapes ? WITH_ESCAPES : LITERALLY;
        boolean isEither = dialect.has(Trait.BACKSLASHES_BY_SETTING) && sql.indexOf('\\') >= 0;
        return isEither ? List.of(LITERALLY.get(0), WITH_ESCAPES.get(0)) : usual;
    }

    private static List<Reading> ofComments(Set<String> comments, boolean escapes) {
        if (comments.size() > COMMENTS_MAX) {
            return List.of();
        }
        List<Set<String>> skips = new ArrayList<>(List.of(Set.of()));
        for (String comment : comments) {
            for (Set<String> others : List.copyOf(skips)) {
                Set<String> more = new LinkedHashSet<>(others);
                more.add(comment);
                skips.add(more);
            }
        }
        List<Reading> all = new ArrayList<>();
        for (Set<String> skipped : skips) {
            all.add(new Reading(escapes, skipped, 2));
            if (!skipped.isEmpty()) {
                all.add(new Reading(escapes, skipped, 1));
            }
        }
        return all;
    }

    private static Set<String> commentsThatRun(String sql) {
        Set<String> found = new LinkedHashSet<>();
        Matcher matcher = RUN.matcher(sql);
        while (matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }
}
