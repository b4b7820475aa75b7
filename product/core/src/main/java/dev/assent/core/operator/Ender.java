package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.transaction.Client;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ends work that is under way and has not voted, for an operator: it rolls back as if it had timed out. Only the audit
 * records this, since unvoted work rolls back after a crash as well (presumed abort). It asks no resource for its
 * branches and waits for no recovery pass, and a worker rolls back. So this works while a database hangs.
 *
 * <p>Thread safety: any thread may call all methods.
 */
final class Ender {
    private static final int SHOWN_MAX = 20;
    private static final String NO_OWNERS = "nobody";

    private final Acts acts;
    private final Coordinator coordinator;

    Ender(Operator.Parts parts, Acts acts) {
        this.acts = acts;
        this.coordinator = parts.coordinator();
    }

    /** See {@link Operator#end}. */
    void end(TransactionId id, Act act, Consumer<ActResult> reply) {
        acts.begin("end " + id, act, reply, told -> {
            GlobalTransaction known = coordinator.find(id);
            if (known == null) {
                throw new IllegalArgumentException(MESSAGES.endRefused(id, "it is not known, or over by now"));
            }
            if (!known.forOperator().end(act, coordinator.background())) {
                throw new IllegalArgumentException(MESSAGES.endRefused(id, whyNot(known)));
            }
            told.accept(new ActResult(Kind.DONE, "ended: it takes no more work and rolls back"));
        });
    }

    /** See {@link Operator#endAllOf}. */
    void endAllOf(String who, Act act, Consumer<ActResult> reply) {
        List<GlobalTransaction> all = of(who);
        if (all.isEmpty()) {
            reply.accept(Acts.refusal(nobody(who)));
            return;
        }
        acts.begin("end all work that has not voted of " + who.replaceAll("\\p{Cntrl}+", " "), act, reply, told -> {
            long ended = all.stream()
                    .filter(each -> each.forOperator().end(act, coordinator.background()))
                    .count();
            long left = all.size() - ended;
            String others =
                    left == 0 ? "" : "; " + left + " others are left alone, since their end was requested before";
            told.accept(new ActResult(
                    Kind.DONE,
                    "ended: " + ended + " transactions of " + who + "; they take no more work and roll back" + others));
        });
    }

    /** What {@link #end} would do. */
    Would whatIf(TransactionId id) {
        GlobalTransaction known = coordinator.find(id);
        if (known == null || known.step() != Step.ACTIVE) {
            return Would.refuse(known == null ? "it is not known, or over by now" : whyNot(known));
        }
        return Would.act("rolls it back; it has not voted, and was begun by " + beginner(known));
    }

    /** What {@link #endAllOf} would do; without a name, the owners of work that has not voted. */
    Would whatIfAllOf(String who) {
        if (who.isEmpty()) {
            return Would.act(
                    "nothing: name a transaction, or an owner by '--of'; owners of work that has not voted (name and"
                            + " number): " + beginners() + "; name work of 'this node' by its transaction");
        }
        List<GlobalTransaction> all = of(who);
        return all.isEmpty()
                ? Would.refuse(String.valueOf(nobody(who).getMessage()))
                : Would.act("rolls back those that have not voted of " + all.size() + " transactions of " + who);
    }

    /** All transactions that are not over. */
    List<TransactionId> known() {
        return Stream.concat(coordinator.active().stream(), coordinator.parked().stream())
                .map(GlobalTransaction::id)
                .distinct()
                .toList();
    }

    private IllegalArgumentException nobody(String who) {
        String owners = beginners();
        return new IllegalArgumentException(
                owners.equals(NO_OWNERS) ? MESSAGES.endOfNothing(who) : MESSAGES.endOfNobody(who, owners));
    }

    private List<GlobalTransaction> of(String who) {
        return coordinator.active().stream()
                .filter(each -> each.step() == Step.ACTIVE && isOf(each, who))
                .toList();
    }

    private static boolean isOf(GlobalTransaction transaction, String who) {
        Client client = transaction.owner().client();
        Subordinate subordinate = transaction.subordinate();
        return client != null
                ? client.isCalled(who)
                : subordinate != null && subordinate.superior().name().equals(who);
    }

    /** The name of the client or process that began it, as an operator may write it. */
    static String beginner(GlobalTransaction transaction) {
        Client client = transaction.owner().client();
        Subordinate subordinate = transaction.subordinate();
        if (client != null) {
            return client.toString();
        }
        return subordinate == null ? "this node" : subordinate.superior().name();
    }

    /** The owners of work with their counts, the largest first. */
    private String beginners() {
        Map<String, Long> counts = coordinator.active().stream()
                .filter(each -> each.step() == Step.ACTIVE)
                .collect(Collectors.groupingBy(Ender::beginner, TreeMap::new, Collectors.counting()));
        if (counts.isEmpty()) {
            return NO_OWNERS;
        }
        String some = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(SHOWN_MAX)
                .map(each -> each.getKey() + " (" + each.getValue() + ")")
                .collect(Collectors.joining(", "));
        return counts.size() > SHOWN_MAX ? some + ", and " + (counts.size() - SHOWN_MAX) + " more" : some;
    }

    private static String whyNot(GlobalTransaction known) {
        return switch (known.step()) {
            case ACTIVE -> "its end has begun already";
            case PREPARED -> "it has voted, and its superior decides; if the superior is gone for good, resolve it";
            case COMMIT_PARKED, ROLLBACK_PARKED, IN_DOUBT, HEURISTIC, UNKNOWN ->
                "it is " + known.step().words() + "; './assent log show " + known.id() + "' says what it waits for";
            default -> "its end has begun already, and it is " + known.step().words();
        };
    }
}
