package dev.assent.core;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.adapter.LastWords;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.foreign.Failure;
import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.observe.Notices;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.GlobalTransaction;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One close, of a node or of a pool: the time that each part may take, out of one limit for all, and everything that
 * had not ended in time. One message reports all of that.
 *
 * <p>Thread safety: safe to share.
 */
public final class Closing {
    private static final int NAMED_MAX = 10;
    private static final int PERCENT = 100;
    private static final String RECOVERED =
            " Databases that have prepared their part keep their locks until the node starts again; then recovery"
                    + " finishes these transactions, and './assent log list' shows those that it can't finish";

    private final String subject;
    private final long sinceNanos = SystemClock.INSTANCE.nanos();
    private final long limitNanos;
    private final List<String> left = new CopyOnWriteArrayList<>();
    private volatile boolean hasTransactions;
    private @Nullable Throwable failure;

    /**
     * Begins now.
     *
     * @param subject the node or pool, for people
     * @param limit how long all of it may take
     */
    public Closing(String subject, Duration limit) {
        this.subject = subject;
        this.limitNanos = limit.toNanos();
    }

    /** The whole of it, in nanoseconds. */
    long limitNanos() {
        return limitNanos;
    }

    /** When this part of the limit is over, by {@link SystemClock#nanos}. */
    public long until(int percent) {
        return sinceNanos + limitNanos / PERCENT * percent;
    }

    /** Notes that something has not ended in time. */
    public void left(String what) {
        left.add(what);
    }

    /** Does one part of the close. If it throws, the other parts are still done; the exception is thrown at the end. */
    public void attempt(Runnable part) {
        try {
            part.run();
        } catch (Throwable failed) {
            failed(failed);
        }
    }

    /** Notes that a part has failed. */
    public synchronized void failed(Throwable part) {
        if (failure == null) {
            failure = part;
        } else {
            Failure.suppress(failure, part);
        }
    }

    /** Whether everything has ended in time so far. */
    public boolean isClean() {
        return left.isEmpty();
    }

    /** Notes transactions that have not ended in time, and the participants that do not answer them. */
    void left(Collection<GlobalTransaction> transactions) {
        if (transactions.isEmpty()) {
            return;
        }
        hasTransactions = true;
        Map<String, Integer> silent = new TreeMap<>();
        transactions.forEach(each -> each.participants()
                .awaited()
                .forEach(asked -> silent.merge("'" + asked.name() + "'", 1, Integer::sum)));
        String named = transactions.stream().limit(NAMED_MAX).map(Closing::text).collect(Collectors.joining(", "));
        int more = transactions.size() - NAMED_MAX;
        left(transactions.size()
                + (transactions.size() == 1 ? " transaction: " : " transactions: ")
                + named
                + (more > 0 ? ", and " + more + " more" : ""));
        silent.forEach((name, count) ->
                left("resource " + name + ", which has not answered (transactions that wait: " + count + ")"));
    }

    private static String text(GlobalTransaction transaction) {
        String silent = transaction.participants().awaited().stream()
                .map(Participant::name)
                .distinct()
                .map(each -> "'" + each + "'")
                .collect(Collectors.joining(" and "));
        return transaction.id() + " (" + transaction.step().words()
                + (silent.isEmpty() ? "" : ", no answer from " + silent) + ")";
    }

    /** Reports what has not ended in time, if anything, and throws the exceptions of failed parts: once, at the end. */
    public void end(Notices notices) {
        if (!isClean()) {
            long millis = TimeUnit.NANOSECONDS.toMillis(SystemClock.INSTANCE.nanos() - sinceNanos);
            String text =
                    MESSAGES.closedWithRest(subject, millis, String.join("; ", left), hasTransactions ? RECOVERED : "");
            LastWords.warning(notices, text);
        }
        synchronized (this) {
            ForeignCode.rethrow(failure);
        }
    }
}
