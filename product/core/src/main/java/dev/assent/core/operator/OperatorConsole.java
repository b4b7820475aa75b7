package dev.assent.core.operator;

import dev.assent.NodeId;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Verb;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Answers an operator's commands in words, for the admin socket of a running node and for the command line on the
 * folder of a stopped one.
 *
 * <p>Thread safety: any thread may call all methods.
 */
public final class OperatorConsole {
    private final Operator operator;

    /** A console of this operator. */
    public OperatorConsole(Operator operator) {
        this.operator = operator;
    }

    /**
     * Runs a command. Blocks as long as resources do.
     *
     * @param who the operator's user name at the operating system
     * @param reply gets the answer once, on any thread
     */
    public void run(OperatorRequest request, String who, Consumer<OperatorAnswer> reply) {
        try {
            switch (request.verb()) {
                case LIST -> reply.accept(list(request.flags()));
                case SHOW -> reply.accept(show(request.subject(), request.flags()));
                case COMMIT, ROLLBACK, FORGET -> actOnTransaction(request, who, reply);
                case ADOPT -> adopt(request, who, reply);
                case END -> end(request, who, reply);
                case END_ALL_OF -> endAllOf(request, who, reply);
            }
        } catch (RuntimeException | LinkageError refused) { // in every case the operator waits for an answer
            reply.accept(answer(Acts.refusal(refused), request));
        }
    }

    private InDoubtReport look() {
        return Inspection.of(operator.parts());
    }

    private OperatorAnswer list(OperatorRequest.Flags flags) {
        InDoubtReport report = look();
        int status = report.isClear() ? OperatorAnswer.CLEAR : OperatorAnswer.FINDING;
        return new OperatorAnswer(
                status,
                flags.json() ? ReportJson.page(report, report.inDoubt()) : ReportText.list(report, flags.whatIf()));
    }

    private OperatorAnswer show(String subject, OperatorRequest.Flags flags) {
        InDoubtReport report = look();
        TransactionReport shown = find(subject, report);
        int status = shown.standing().isInDoubt() ? OperatorAnswer.FINDING : OperatorAnswer.CLEAR;
        return new OperatorAnswer(
                status,
                flags.json()
                        ? ReportJson.page(report, List.of(shown))
                        : ReportText.show(report, shown, flags.whatIf()));
    }

    private static TransactionReport find(String subject, InDoubtReport report) {
        List<TransactionId> known =
                report.transactions().stream().map(TransactionReport::id).toList();
        TransactionId id = Names.find(subject, known, Words.reached(report.resources(), false));
        return report.transactions().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private void actOnTransaction(OperatorRequest request, String who, Consumer<OperatorAnswer> reply) {
        operator.checkOpened(request.subject()); // first, or the answer might be "unknown"
        InDoubtReport report = look();
        if (Filter.isFilter(request.subject())) {
            actOnMany(request, who, report, reply);
            return;
        }
        TransactionReport shown = find(request.subject(), report);
        if (request.flags().whatIf()) {
            reply.accept(whatIf(request, shown, report.state()));
            return;
        }
        act(shown.id(), request, who, result -> reply.accept(answer(result, request)));
    }

    private void act(TransactionId id, OperatorRequest request, String who, Consumer<ActResult> told) {
        Act act = act(request, who);
        if (request.verb() == Verb.FORGET) {
            operator.forget(id, request.lost(), act, told);
        } else {
            operator.resolve(id, request.verb() == Verb.COMMIT, act, told);
        }
    }

    private void actOnMany(OperatorRequest request, String who, InDoubtReport report, Consumer<OperatorAnswer> reply) {
        Filter filter = Filter.of(request.subject());
        String what = request.verb() + " lost: " + new TreeSet<>(request.lost());
        Bulk bulk = new Bulk(filter, what, report, each -> would(request, each, report.state()));
        if (filter.shown() == null || request.flags().whatIf()) {
            reply.accept(bulk.shown(request.flags()));
        } else {
            bulk.run(request.flags(), (id, told) -> act(id, request, who, told), reply);
        }
    }

    /** The answer for one transaction alone; for a bulk act, a refusal is one line of many. */
    private Would would(OperatorRequest request, TransactionReport shown, NodeState state) {
        try {
            return would(request.verb(), shown, state, request.lost());
        } catch (IllegalArgumentException refused) {
            return Would.refuse(String.valueOf(refused.getMessage()));
        }
    }

    private OperatorAnswer whatIf(OperatorRequest request, TransactionReport shown, NodeState state) {
        return wouldDo(would(request.verb(), shown, state, request.lost()), request);
    }

    private Would would(Verb verb, TransactionReport shown, NodeState state, Set<String> lost) {
        return switch (verb) {
            case ROLLBACK -> shown.whatIf().rollback();
            case FORGET ->
                state.isMoved() ? shown.whatIf().commit() : Would.act(operator.whatIfForgotten(shown.id(), lost));
            default -> shown.whatIf().commit();
        };
    }

    private static OperatorAnswer wouldDo(Would would, OperatorRequest request) {
        return new OperatorAnswer(
                would.isRefused() ? OperatorAnswer.FINDING : OperatorAnswer.CLEAR,
                request.flags().json() ? ReportJson.page(would) : would.text());
    }

    private void adopt(OperatorRequest request, String who, Consumer<OperatorAnswer> reply) {
        InDoubtReport report = look();
        NodeId node = Names.node(request.subject(), report.nodes());
        boolean isWhole = request.flags().whole();
        Act act = act(request, who);
        if (request.flags().whatIf()) {
            boolean isMoved =
                    report.state().isMoved() && node.equals(report.life().node());
            String would = isMoved ? adoptedByNew(isWhole) : operator.whatIfAdopted(node, isWhole, act);
            reply.accept(wouldDo(Would.act(would), request));
        } else {
            operator.adopt(node, isWhole, act, result -> reply.accept(answer(result, request)));
        }
    }

    /** Asks no resource, so that it works while one hangs. */
    private void end(OperatorRequest request, String who, Consumer<OperatorAnswer> reply) {
        TransactionId id = Names.find(request.subject(), operator.ender().known(), "none was asked");
        if (request.flags().whatIf()) {
            reply.accept(wouldDo(operator.ender().whatIf(id), request));
        } else {
            operator.end(id, act(request, who), result -> reply.accept(answer(result, request)));
        }
    }

    private void endAllOf(OperatorRequest request, String who, Consumer<OperatorAnswer> reply) {
        if (request.flags().whatIf()) {
            reply.accept(wouldDo(operator.ender().whatIfAllOf(request.subject()), request));
        } else {
            operator.endAllOf(request.subject(), act(request, who), result -> reply.accept(answer(result, request)));
        }
    }

    private static String adoptedByNew(boolean isWhole) {
        return "starts a new node here, keeps this log aside, and adopts it: recovery finishes what it decided; branches"
                + " without a decision " + (isWhole ? "are rolled back" : "wait to be resolved");
    }

    private Act act(OperatorRequest request, String who) {
        long now = operator.parts().coordinator().clock().epochMillis();
        return new Act(who, now, request.reason());
    }

    private static OperatorAnswer answer(ActResult result, OperatorRequest request) {
        return result.answer(request.flags().json());
    }
}
