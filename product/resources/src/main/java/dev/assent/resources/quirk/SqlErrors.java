package dev.assent.resources.quirk;

import dev.assent.core.foreign.Failure;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an error among those that belong together. There may be any number of them: some drivers chain one error
 * for each statement of a batch. They are foreign, so they may also be linked in a circle; each is looked at once.
 *
 * <p>Pure functions.
 */
final class SqlErrors {
    /** More than any batch has. A foreign error may make a new cause each time it is asked. */
    private static final int ERRORS_MAX = 100_000;

    private SqlErrors() {}

    /**
     * Whether an error meets the condition, or one that the driver has chained to it. Too many errors count as one that
     * does, since the conditions are for the worst.
     */
    static boolean isInChain(SQLException failed, Predicate<SQLException> condition) {
        return isIn(failed, condition, false);
    }

    /** The same, also for the causes of each: a routine in the database may have its own error for the one it got. */
    static boolean isInCauses(Throwable failed, Predicate<SQLException> condition) {
        return isIn(failed, condition, true);
    }

    private static boolean isIn(Throwable failed, Predicate<SQLException> condition, boolean withCauses) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> unseen = new ArrayDeque<>();
        add(failed, unseen);
        while (!unseen.isEmpty()) {
            Throwable each = unseen.remove();
            if (!seen.add(each)) {
                continue;
            }
            if (seen.size() > ERRORS_MAX) {
                return true;
            }
            if (each instanceof SQLException sql) {
                if (condition.test(sql)) {
                    return true;
                }
                add(sql.getNextException(), unseen);
            }
            if (withCauses) {
                add(Failure.cause(each), unseen);
            }
        }
        return false;
    }

    private static void add(@Nullable Throwable failed, Deque<Throwable> unseen) {
        if (failed != null) {
            unseen.add(failed);
        }
    }
}
