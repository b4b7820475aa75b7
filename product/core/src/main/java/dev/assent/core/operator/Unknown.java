package dev.assent.core.operator;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.operator.BranchReport.AtResource;
import dev.assent.core.operator.TransactionReport.WhatIf;
import dev.assent.core.operator.WaitsFor.Other;
import dev.assent.core.recovery.SeenBranch;
import dev.assent.core.recovery.SeenBranch.Claim;
import dev.assent.core.recovery.SeenResource;
import java.util.List;
import java.util.Map;

/**
 * A branch that a resource lists, while the node knows nothing of its transaction: only its Xid says something.
 * Immutable.
 *
 * @param resource the resource that lists it
 * @param seen the branch
 */
record Unknown(String resource, SeenBranch seen) {
    /** Explains the branches of one transaction. */
    static TransactionReport report(TransactionId id, List<Unknown> branches, Map<String, SeenResource> resources) {
        Unknown first = branches.get(0);
        for (Unknown each : branches) { // the report has the branch that restricts an operator most
            first = each.seen.claim().ordinal() > first.seen.claim().ordinal() ? each : first;
        }
        long since = branches.stream()
                .mapToLong(each -> each.seen.preparedMillis())
                .filter(millis -> millis != 0)
                .min()
                .orElse(0);
        String names = Words.quoted(branches.stream().map(Unknown::resource).toList());
        String unreached = Words.reached(List.copyOf(resources.values()), false);
        Claim claim = first.seen.claim();
        return new TransactionReport(
                id,
                standing(claim),
                null,
                since,
                origin(id, first) + first.why(),
                WaitsFor.of(claim == Claim.ORPHAN ? Other.RECOVERY : Other.OPERATOR),
                null,
                whatIf(claim, names, unreached, first.seen.xid().owner().node()),
                branches.stream().map(Unknown::report).toList(),
                List.of());
    }

    private BranchReport report() {
        return new BranchReport(resource, seen.xid(), "not in the log", AtResource.IN_DOUBT, seen.preparedMillis());
    }

    private static Standing standing(Claim claim) {
        return switch (claim) {
            case ORPHAN -> Standing.ORPHAN;
            case STRANGE -> Standing.OF_ANOTHER_NODE;
            case LEFT_ALONE -> Standing.LEFT_ALONE;
            case KNOWN -> Standing.UNDER_WAY;
        };
    }

    private static String origin(TransactionId id, Unknown branch) {
        NodeEpoch owner = branch.seen.xid().owner();
        String begun = id instanceof LocalTransactionId local
                ? "it was begun as number " + local.sequence() + " of epoch "
                        + local.origin().epoch() + " of node " + local.origin().node()
                : "a foreign system gave its identity, and its branch was made in epoch " + owner.epoch() + " of node "
                        + owner.node();
        return begun + "; ";
    }

    private String why() {
        return seen.claim() == Claim.ORPHAN
                ? "the log has no decision, so presumed abort applies, and recovery rolls it back"
                : seen.why();
    }

    private static WhatIf whatIf(Claim claim, String names, String unreached, NodeId owner) {
        if (claim == Claim.LEFT_ALONE && !unreached.equals("none")) {
            return WhatIf.refused("resources that are not reached (" + unreached + ") may hold more of it");
        }
        String other = "; if another branch of it has ended differently, the data will disagree";
        return switch (claim) {
            case ORPHAN -> new WhatIf(Would.refuse("presumed abort applies"), Would.act("rolls back on " + names));
            case LEFT_ALONE ->
                new WhatIf(Would.act("commits on " + names + other), Would.act("rolls back on " + names + other));
            case STRANGE -> WhatIf.refused("adopt node " + owner + " first, if it is gone for good");
            case KNOWN -> WhatIf.refused("it is under way");
        };
    }

    /** The report of a record that this version does not understand, while no branch is listed. */
    static TransactionReport notUnderstood(TransactionId id) {
        return new TransactionReport(
                id,
                Standing.NOT_UNDERSTOOD,
                null,
                0,
                "the log holds a record of it that this version does not understand",
                WaitsFor.of(Other.VERSION),
                null,
                WhatIf.refused("no reached resource has a branch of it"),
                List.of(),
                List.of());
    }
}
