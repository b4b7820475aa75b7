package dev.assent.core.operator;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.local.LocalResource.Mark;
import dev.assent.core.operator.BranchReport.AtResource;
import dev.assent.core.operator.TransactionReport.WhatIf;
import dev.assent.core.operator.WaitsFor.Other;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import dev.assent.core.recovery.SeenBranch;
import dev.assent.core.recovery.SeenBranch.Claim;
import dev.assent.core.recovery.SeenLastResource;
import dev.assent.core.recovery.SeenResource;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.HeuristicReport;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaBranch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Joins the log's knowledge with the resources' lists:
 *
 * <ol>
 *   <li>Ask every resource for its list, and every last resource for its commit markers.
 *   <li>Look at the transactions of the node, after the lists (law 9: recovery rolls back only its own): each
 *       branch with what its resource says.
 *   <li>Group the listed branches of unknown transactions by transaction.
 *   <li>Name the transactions whose records in the log are not understood.
 * </ol>
 *
 * <p>Not thread-safe: one for each look.
 */
final class Inspection {
    private final Operator.Parts parts;
    private final Map<String, SeenResource> resources = new LinkedHashMap<>();
    private final Map<String, SeenLastResource> lasts = new LinkedHashMap<>();
    private final Map<TransactionId, TransactionReport> reports = new LinkedHashMap<>();

    private Inspection(Operator.Parts parts) {
        this.parts = parts;
    }

    /** Looks at everything now. Blocks as long as the resources do. */
    static InDoubtReport of(Operator.Parts parts) {
        return new Inspection(parts).look();
    }

    private InDoubtReport look() {
        NodeState state = parts.state().get(); // first: a resource that opens meanwhile may be missed
        for (SeenResource each : parts.recovery().look()) { // 1
            resources.put(each.name(), each);
        }
        for (SeenLastResource each : parts.recovery().lookAtLastResources()) {
            lasts.put(each.name(), each);
        }
        for (GlobalTransaction each : parts.coordinator().parked()) { // 2
            reports.put(each.id(), parked(each));
        }
        for (GlobalTransaction each : parts.coordinator().active()) {
            reports.putIfAbsent(each.id(), underWay(each));
        }
        unknown().forEach((id, branches) -> reports.putIfAbsent(id, Unknown.report(id, branches, resources))); // 3
        for (TransactionId id : parts.recovery().notUnderstood()) { // 4
            reports.putIfAbsent(id, Unknown.notUnderstood(id));
        }
        if (state.isMoved()) {
            refuse("the log was written at another place; adopt node "
                    + parts.coordinator().life().node() + " first, if it is gone for good");
        } else if (state.isOpening()) {
            refuse("the node's resources are still being opened; ask again in a moment");
        }
        return new InDoubtReport(
                parts.coordinator().life(),
                state,
                parts.aside().nodes(),
                List.copyOf(parts.coordinator().adoptions()),
                List.copyOf(resources.values()),
                List.copyOf(lasts.values()),
                List.copyOf(reports.values()));
    }

    /** In its present state the node resolves nothing. */
    private void refuse(String why) {
        WhatIf refused = WhatIf.refused(why);
        reports.replaceAll(
                (id, report) -> report.standing() == Standing.OF_ANOTHER_NODE ? report : report.with(refused));
    }

    // ---- transactions of the node

    private TransactionReport parked(GlobalTransaction transaction) {
        List<BranchReport> branches = branches(transaction);
        String resources = Words.resources(transaction.participants().unfinished());
        Step step = transaction.step();
        if (step == Step.HEURISTIC) {
            return heuristic(transaction, branches);
        }
        if (step == Step.PREPARED && !transaction.forDecision().isTold()) {
            return prepared(transaction, branches);
        }
        if (step == Step.UNKNOWN) {
            String why = "the log failed while its decision was forced; the next start of the node finds out and"
                    + " finishes it";
            WhatIf refused = WhatIf.refused("nobody knows yet");
            return report(transaction, Standing.UNKNOWN, why, WaitsFor.of(Other.START), refused, branches);
        }
        if (step == Step.IN_DOUBT) {
            return transaction.forDecision().isMade()
                    ? unrecorded(transaction, branches)
                    : lastUnknown(transaction, branches);
        }
        boolean commit = transaction.forDecision().isCommit();
        String done = (commit ? "commits on " : "rolls back on ") + resources
                + " as soon as each is reached; no new record is needed, since it is decided";
        String why = (commit ? "commit is decided" : "it rolls back") + "; not confirmed by " + resources;
        return report(
                transaction,
                standing(commit),
                why,
                WaitsFor.of(transaction.participants().unfinished()),
                decided(commit, done),
                branches);
    }

    private static Standing standing(boolean commit) {
        return commit ? Standing.WAITS_TO_COMMIT : Standing.WAITS_TO_ROLL_BACK;
    }

    private static WhatIf decided(boolean commit, String done) {
        Would act = Would.act(done);
        Would refused = Would.refuse("its decision is " + (commit ? "commit" : "rollback")
                + ", and other resources may have carried it out already");
        return commit ? new WhatIf(act, refused) : new WhatIf(refused, act);
    }

    /** Its superior decides, and has not told the decision (law 18: a prepared subordinate asks). */
    private TransactionReport prepared(GlobalTransaction transaction, List<BranchReport> branches) {
        String superior = superior(transaction);
        String resources = Words.resources(transaction.participants().unfinished());
        String why = "it is prepared on " + resources + ", and " + superior
                + ", which decides it, has not sent its decision";
        String ask = "; ask " + superior + " first: if it decides otherwise, the data will disagree";
        WhatIf whatIf =
                new WhatIf(Would.act("commits on " + resources + ask), Would.act("rolls back on " + resources + ask));
        return report(transaction, Standing.PREPARED, why, WaitsFor.of(Other.SUPERIOR), whatIf, branches);
    }

    /** An operator has decided in place of the superior. */
    private TransactionReport unconfirmed(GlobalTransaction transaction, List<BranchReport> branches) {
        String decided = transaction.forDecision().isCommit() ? "commit" : "rollback";
        String why = "an operator has resolved it by " + decided + ", and " + superior(transaction)
                + ", which decides it, has not sent its own decision";
        WhatIf refused = WhatIf.refused("it is over; forget it if its superior is gone for good");
        return report(transaction, Standing.UNCONFIRMED, why, WaitsFor.of(Other.SUPERIOR), refused, branches);
    }

    /** The last resource's outcome is known, but the log has not taken it as the decision yet. */
    private TransactionReport unrecorded(GlobalTransaction transaction, List<BranchReport> branches) {
        boolean commit = transaction.forDecision().isCommit();
        String others = Words.resources(transaction.participants().unfinished());
        String why = "its last resource " + Words.resources(lasts(transaction))
                + (commit ? " has committed" : " has rolled back") + ", and the log has not taken that decision yet; "
                + others + " follow it";
        String done = (commit ? "commits on " : "rolls back on ") + others + " once the log takes the decision";
        return report(transaction, standing(commit), why, WaitsFor.of(Other.LOG_ROOM), decided(commit, done), branches);
    }

    private static List<Participant> lasts(GlobalTransaction transaction) {
        return transaction.participants().all().stream()
                .filter(each -> !each.can().contains(Capability.PREPARE))
                .toList();
    }

    private TransactionReport lastUnknown(GlobalTransaction transaction, List<BranchReport> branches) {
        List<Participant> lasts = lasts(transaction);
        String last = Words.resources(lasts);
        boolean hasMarker = parts.recovery().awaits(transaction);
        String off = transaction.forRecovery().isPossible() && !hasMarker
                ? "; its setting 'commit-markers' was on then and is off now, so nobody can read its marker"
                : "";
        String why = "its last resource " + last + " was asked to commit, and no answer is on record"
                + marks(lasts, branches) + "; the others are prepared and follow it" + off;
        WaitsFor waitsFor = hasMarker ? WaitsFor.of(lasts) : WaitsFor.of(Other.OPERATOR);
        return report(transaction, Standing.LAST_RESOURCE_UNKNOWN, why, waitsFor, ofLast(transaction, last), branches);
    }

    private WhatIf ofLast(GlobalTransaction transaction, String last) {
        String look = "; look into " + last + " first: if it did otherwise, the data will disagree";
        String commit = "commits on the others";
        String rollback = "rolls back on the others";
        Mark mark = lasts.values().stream()
                .map(each -> each.marks().get(transaction.id()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (mark == null) {
            return new WhatIf(Would.act(commit + look), Would.act(rollback + look));
        }
        Would refused = Would.refuse("its commit marker decides, and " + Words.said(mark));
        return new WhatIf(
                mark == Mark.COMMITTED ? Would.act(commit) : refused,
                mark == Mark.REFUSED ? Would.act(rollback) : refused);
    }

    /** What the commit markers say, if they say anything. */
    private static String marks(List<Participant> lasts, List<BranchReport> branches) {
        StringBuilder marks = new StringBuilder();
        for (BranchReport each : branches) {
            boolean isLast = lasts.stream().anyMatch(last -> last.name().equals(each.resource()));
            marks.append(
                    !isLast
                            ? ""
                            : switch (each.atResource()) {
                                case COMMITTED -> "; its commit marker says that it did";
                                case NOT_COMMITTED -> "; its commit marker says that it did not";
                                case NO_MARKER ->
                                    "; it has no commit marker, so it did not, unless its commit is on its way";
                                default -> "; nobody knows whether it did";
                            });
        }
        return marks.toString();
    }

    private TransactionReport heuristic(GlobalTransaction transaction, List<BranchReport> branches) {
        Subordinate subordinate = transaction.subordinate();
        if (subordinate != null && subordinate.awaitsWord()) {
            return unconfirmed(transaction, branches);
        }
        boolean isContradicted = subordinate != null && subordinate.isContradicted();
        String decided = (transaction.forDecision().isCommit() ? "commit" : "rollback")
                + (isContradicted ? " by an operator, while its superior decided otherwise" : "");
        String why = "it is over, but some resource may not have followed the decision, which was " + decided + ": "
                + transaction.participants().heuristics().stream()
                        .map(each -> "'" + each.participant().name() + "' " + each.answer())
                        .collect(Collectors.joining(", "));
        String over = "it is over; compare the resources, repair their data, then forget it";
        WaitsFor waitsFor =
                transaction.forOperator().isToBeForgotten() ? toForget(transaction) : WaitsFor.of(Other.OPERATOR);
        return report(transaction, Standing.HEURISTIC, why, waitsFor, WhatIf.refused(over), branches);
    }

    /** The resources that must forget. */
    private static WaitsFor toForget(GlobalTransaction transaction) {
        return WaitsFor.of(transaction.participants().heuristics().stream()
                .map(HeuristicReport::participant)
                .filter(each -> !transaction.forOperator().lost().contains(each.name()))
                .toList());
    }

    private TransactionReport underWay(GlobalTransaction transaction) {
        return report(
                transaction,
                Standing.UNDER_WAY,
                "it is " + transaction.step().words() + " on this node, begun by " + Ender.beginner(transaction)
                        + (transaction.step() == Step.ACTIVE ? "; it has not voted, 'log end' rolls it back" : ""),
                WaitsFor.of(Other.APPLICATION),
                WhatIf.refused("it is under way"),
                List.of());
    }

    private static TransactionReport report(
            GlobalTransaction transaction,
            Standing standing,
            String why,
            WaitsFor waitsFor,
            WhatIf whatIf,
            List<BranchReport> branches) {
        return new TransactionReport(
                transaction.id(),
                standing,
                superior(transaction),
                transaction.forDecision().sinceMillis(),
                why,
                waitsFor,
                transaction.forOperator().act(),
                whatIf,
                branches,
                subordinates(transaction));
    }

    private static @Nullable String superior(GlobalTransaction transaction) {
        Subordinate subordinate = transaction.subordinate();
        return subordinate == null ? null : subordinate.superior().name();
    }

    private static List<SubordinateReport> subordinates(GlobalTransaction transaction) {
        List<SubordinateReport> subordinates = new ArrayList<>();
        told(transaction).forEach((participant, inLog) -> {
            String address = participant.address();
            if (address != null) {
                subordinates.add(SubordinateReport.of(transaction, participant, address, inLog));
            }
        });
        return List.copyOf(subordinates);
    }

    /** This node's knowledge of each participant. */
    private static Map<Participant, String> told(GlobalTransaction transaction) {
        Map<Participant, String> told = new LinkedHashMap<>();
        transaction.participants().all().forEach(each -> told.put(each, "finished"));
        transaction.participants().unfinished().forEach(each -> told.put(each, "not confirmed"));
        for (HeuristicReport each : transaction.participants().heuristics()) {
            told.put(
                    each.participant(),
                    each.answer().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
        return told;
    }

    private List<BranchReport> branches(GlobalTransaction transaction) {
        List<BranchReport> branches = new ArrayList<>();
        Set<BranchXid> named = new LinkedHashSet<>();
        told(transaction).forEach((participant, inLog) -> {
            Throwable problem = inLog.equals("finished") ? null : participant.problem();
            if (participant instanceof XaBranch branch) {
                branches.add(branch(branch.name(), branch.xid(), inLog).with(problem));
                named.add(branch.xid());
            } else if (participant.address() == null) {
                AtResource atLast = atLast(participant.name(), transaction.id());
                branches.add(new BranchReport(participant.name(), null, inLog, atLast, 0).with(problem));
            }
        });
        for (SeenResource resource : resources.values()) {
            for (SeenBranch seen : resource.branches()) {
                if (seen.xid().transaction().equals(transaction.branchesId()) && named.add(seen.xid())) {
                    branches.add(branch(resource.name(), seen.xid(), "not in the log"));
                }
            }
        }
        return List.copyOf(branches);
    }

    private AtResource atLast(String name, TransactionId id) {
        SeenLastResource last = lasts.get(name);
        if (last == null) {
            return AtResource.NOT_REGISTERED;
        }
        if (!last.isReached()) {
            return AtResource.UNREACHED;
        }
        if (!last.hasMarkers()) {
            return AtResource.WITHOUT_MARKERS;
        }
        Mark mark = last.marks().get(id);
        if (mark == null) {
            return AtResource.NOT_ASKED;
        }
        return switch (mark) {
            case COMMITTED -> AtResource.COMMITTED;
            case REFUSED -> AtResource.NOT_COMMITTED;
            case NONE -> AtResource.NO_MARKER;
        };
    }

    private BranchReport branch(String name, BranchXid xid, String inLog) {
        SeenResource resource = resources.get(name);
        if (resource == null) {
            return new BranchReport(name, xid, inLog, AtResource.NOT_REGISTERED, 0);
        }
        if (!resource.isReached()) {
            return new BranchReport(name, xid, inLog, AtResource.UNREACHED, 0);
        }
        for (SeenBranch seen : resource.branches()) {
            if (seen.xid().equals(xid)) {
                return new BranchReport(name, xid, inLog, AtResource.IN_DOUBT, seen.preparedMillis());
            }
        }
        return new BranchReport(name, xid, inLog, AtResource.NOT_LISTED, 0);
    }

    // ---- transactions that the node does not know

    private Map<TransactionId, List<Unknown>> unknown() {
        Map<TransactionId, List<Unknown>> byTransaction = new LinkedHashMap<>();
        for (SeenResource resource : resources.values()) {
            for (SeenBranch seen : resource.branches()) {
                if (seen.claim() != Claim.KNOWN) {
                    byTransaction
                            .computeIfAbsent(seen.xid().transaction(), id -> new ArrayList<>())
                            .add(new Unknown(resource.name(), seen));
                }
            }
        }
        return byTransaction;
    }
}
