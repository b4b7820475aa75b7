package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.TransactionId;
import dev.assent.core.operator.ActResult.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An act on all transactions that a {@link Filter} matches:
 *
 * <ol>
 *   <li>The operator sees what it would do to each, with a code made of just that; nothing is done.
 *   <li>The operator repeats the request with the code, and the node looks again. If the act would now do something
 *       else, or act on other transactions, the node refuses: it never does more than it showed.
 *   <li>Then it acts on one after the other, each as if it was requested alone: with its own lines in the audit,
 *       its own record, and its own refusal. Transactions for which the act would be refused are skipped. If the log
 *       fails, so are the rest.
 * </ol>
 *
 * <p>Not thread-safe before {@link #run}; one for each request.
 */
final class Bulk {
    /** The most transactions of one request; the others need another request. */
    static final int TRANSACTIONS_MAX = 500;

    private static final int CODE_DIGITS = 12;
    private static final String WOULD = "would";
    private static final String REFUSED = Words.of(Kind.REFUSED);

    private final Filter filter;
    private final String what;
    private final List<Line> lines = new ArrayList<>();
    private final int more;

    /**
     * One transaction, with what the act would do to it, or has done.
     *
     * @param word {@code would}, or the word of an {@link ActResult}
     * @param text for people
     */
    record Line(TransactionId id, Standing standing, String word, String text) {}

    /**
     * Finds out what the act would do.
     *
     * @param what the act, with everything that it depends on except the transactions
     * @param would what it would do to each transaction
     */
    Bulk(Filter filter, String what, InDoubtReport report, Function<TransactionReport, Would> would) {
        this.filter = filter;
        this.what = what;
        List<TransactionReport> matched = filter.matched(report);
        this.more = Math.max(0, matched.size() - TRANSACTIONS_MAX);
        for (TransactionReport each : matched.subList(0, matched.size() - more)) {
            Would told = would.apply(each);
            lines.add(new Line(each.id(), each.standing(), told.isRefused() ? REFUSED : WOULD, told.text()));
        }
    }

    /** What the act would do, as a number and a digest that nobody guesses by accident. */
    String code() {
        StringBuilder all = new StringBuilder(what);
        for (Line each : lines) {
            all.append('\n')
                    .append(each.id())
                    .append(' ')
                    .append(each.standing().key());
            all.append(' ').append(each.word()).append(' ').append(each.text());
        }
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(all.toString().getBytes(StandardCharsets.UTF_8));
            return lines.size() + "-" + HexFormat.of().formatHex(digest).substring(0, CODE_DIGITS);
        } catch (NoSuchAlgorithmException never) { // every Java has it
            throw new IllegalStateException(never);
        }
    }

    /** The answer with what the act would do. */
    OperatorAnswer shown(OperatorRequest.Flags flags) {
        boolean isRefused = lines.stream().anyMatch(each -> each.word().equals(REFUSED));
        boolean isAsked = flags.whatIf() || lines.isEmpty();
        int status = isAsked && !isRefused ? OperatorAnswer.CLEAR : OperatorAnswer.FINDING;
        String text = lines.isEmpty()
                ? "no transaction in doubt matches " + filter + "; nothing was done"
                : "nothing was done; to do this and no more, give the same command with '--shown " + code() + "'"
                        + left();
        return answer(status, lines.isEmpty() ? Words.of(Kind.DONE) : WOULD, text, flags.json());
    }

    /**
     * Does what the operator has seen.
     *
     * @param act acts on one transaction, and delivers the result once
     * @throws IllegalArgumentException if the operator has seen something else
     */
    void run(
            OperatorRequest.Flags flags,
            BiConsumer<TransactionId, Consumer<ActResult>> act,
            Consumer<OperatorAnswer> reply) {
        if (!code().equals(filter.shown())) {
            throw new IllegalArgumentException(MESSAGES.bulkOutdated(filter, filter.shown(), lines.size()));
        }
        new Round(flags, act, reply).goOn();
    }

    /** One after the other, without a growing stack, whether an act answers at once or later. */
    private final class Round {
        private final OperatorRequest.Flags flags;
        private final BiConsumer<TransactionId, Consumer<ActResult>> act;
        private final Consumer<OperatorAnswer> reply;
        private int next;
        private Kind worst = Kind.DONE;

        /** Whether a thread is in the loop, and will begin the next act itself. */
        private boolean isAsking;

        /** Whether an act has begun and its result has not come. */
        private boolean isAwaited;

        private boolean isOver;

        Round(
                OperatorRequest.Flags flags,
                BiConsumer<TransactionId, Consumer<ActResult>> act,
                Consumer<OperatorAnswer> reply) {
            this.flags = flags;
            this.act = act;
            this.reply = reply;
        }

        void goOn() {
            for (int at = begin(); at >= 0; at = begin()) {
                int asked = at;
                act.accept(lines.get(at).id(), result -> {
                    told(asked, result);
                    goOn();
                });
                hasAsked();
            }
        }

        /** The transaction for which the calling thread must begin the act; negative if there is none now. */
        private int begin() {
            synchronized (this) {
                if (isAsking || isAwaited || isOver) {
                    return -1;
                }
                while (next < lines.size() && !isWanted(lines.get(next))) {
                    worst = worse(worst, Kind.REFUSED);
                    next++;
                }
                if (next < lines.size()) {
                    isAsking = true;
                    isAwaited = true;
                    return next;
                }
                isOver = true;
            }
            reply.accept(done());
            return -1;
        }

        /** Skips transactions for which the act would be refused, and all others once the outcome of one is unknown. */
        private boolean isWanted(Line line) {
            if (line.word().equals(WOULD) && worst == Kind.UNKNOWN) {
                lines.set(next, new Line(line.id(), line.standing(), REFUSED, "not asked: an outcome is unknown"));
                return false;
            }
            return line.word().equals(WOULD);
        }

        private synchronized void told(int at, ActResult result) {
            Line line = lines.get(at);
            lines.set(at, new Line(line.id(), line.standing(), Words.of(result.kind()), result.text()));
            worst = worse(worst, result.kind());
            next = at + 1;
            isAwaited = false;
        }

        private synchronized void hasAsked() {
            isAsking = false;
        }

        private OperatorAnswer done() {
            long done = lines.stream()
                    .filter(each -> each.word().equals(Words.of(Kind.DONE)))
                    .count();
            String text = done + " of " + lines.size() + " are done" + left();
            return answer(
                    worst == Kind.DONE ? OperatorAnswer.CLEAR : OperatorAnswer.FINDING,
                    Words.of(worst),
                    text,
                    flags.json());
        }
    }

    private String left() {
        return more == 0 ? "" : "; " + more + " more match and are left for the next time";
    }

    private static Kind worse(Kind one, Kind other) {
        return one.ordinal() >= other.ordinal() ? one : other;
    }

    private OperatorAnswer answer(int status, String word, String text, boolean isJson) {
        return new OperatorAnswer(
                status, isJson ? ReportJson.page(word, text, code(), lines) : ReportText.bulk(lines, text));
    }
}
