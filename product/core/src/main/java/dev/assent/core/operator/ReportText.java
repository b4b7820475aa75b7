package dev.assent.core.operator;

import dev.assent.NodeId;
import dev.assent.core.recovery.SeenLastResource;
import dev.assent.core.recovery.SeenResource;
import dev.assent.core.transaction.Adoption;
import dev.assent.core.xa.BranchXid;
import java.util.ArrayList;
import java.util.List;

/** Reports for people. Pure functions. */
final class ReportText {
    private ReportText() {}

    /** The node, its resources, and one or two lines for each transaction in doubt. */
    static String list(InDoubtReport report, boolean whatIf) {
        List<String> lines = head(report);
        List<TransactionReport> inDoubt = report.inDoubt();
        lines.add("");
        lines.add(inDoubt.isEmpty() ? nothing(report) : inDoubt.size() + " in doubt:");
        for (TransactionReport each : inDoubt) {
            lines.add("");
            lines.add(Names.brief(each.id()) + "  " + each.standing().key() + since(each));
            lines.add("  " + each.why());
            each.subordinates().forEach(subordinate -> lines.add("  subordinate " + subordinate));
            if (whatIf) {
                whatIf(each, lines);
            }
        }
        int underWay = report.transactions().size() - inDoubt.size();
        if (underWay > 0) {
            lines.add("");
            lines.add(underWay + " under way, not in doubt");
        }
        return String.join("\n", lines);
    }

    private static String nothing(InDoubtReport report) {
        return report.isClear()
                ? "nothing is in doubt"
                : "whether anything is in doubt is not known: " + report.notAsked()
                        + "; as far as is known, nothing is";
    }

    private static List<String> head(InDoubtReport report) {
        List<String> lines = new ArrayList<>();
        lines.add("node      " + report.life().node() + ", epoch "
                + report.life().epoch() + ", " + report.state().text());
        for (NodeId each : report.aside()) {
            lines.add("aside     the log of node " + each + ", written at another place; not adopted");
        }
        for (Adoption each : report.adoptions()) {
            boolean isItself = each.node().equals(report.life().node());
            lines.add((isItself ? "old copy  found " : "adopted   node " + each.node() + " ") + each.act());
        }
        for (SeenResource each : report.resources()) {
            String says = each.isReached()
                    ? each.branches().size() + " in doubt"
                    : "not reached, its part is unknown: " + each.problem();
            lines.add("resource  " + each.name() + ": " + says);
        }
        for (SeenLastResource each : report.lastResources()) {
            String says = each.isReached()
                    ? "last resource " + (each.hasMarkers() ? "with" : "without") + " commit markers"
                    : "last resource, not reached, its part is unknown: " + each.problem();
            lines.add("resource  " + each.name() + ": " + says);
        }
        if (report.resources().isEmpty() && report.lastResources().isEmpty()) {
            lines.add(
                    report.state().hasAllResources()
                            ? "resource  none: this node has none"
                            : "resource  none is known, so only the log can tell");
        }
        return lines;
    }

    private static String since(TransactionReport report) {
        String time = ReportJson.time(report.sinceMillis());
        return time == null ? "  since unknown" : "  since " + time;
    }

    private static void whatIf(TransactionReport report, List<String> lines) {
        lines.add("  on commit:   " + report.whatIf().commit().text());
        lines.add("  on rollback: " + report.whatIf().rollback().text());
    }

    /** Everything that is known of one transaction. */
    static String show(InDoubtReport report, TransactionReport shown, boolean whatIf) {
        List<String> lines = new ArrayList<>();
        lines.add("transaction  " + Names.brief(shown.id()));
        lines.add("identity     " + shown.id());
        lines.add("standing     " + shown.standing().key());
        if (shown.superior() != null) {
            lines.add("superior     " + shown.superior());
        }
        String time = ReportJson.time(shown.sinceMillis());
        lines.add("since        " + (time == null ? "unknown" : time));
        lines.add("why          " + shown.why());
        lines.add("waits for    " + shown.waitsFor());
        if (shown.act() != null) {
            lines.add("operator     " + shown.act());
        }
        for (BranchReport each : shown.branches()) {
            lines.add("branch       " + branch(each));
        }
        shown.subordinates().forEach(each -> lines.add("subordinate  " + each));
        for (SeenResource each : report.resources()) {
            if (!each.isReached()) {
                lines.add("not reached  " + each.name() + ": " + each.problem());
            }
        }
        for (SeenLastResource each : report.lastResources()) {
            if (!each.isReached()) {
                lines.add("not reached  " + each.name() + ": " + each.problem());
            }
        }
        if (whatIf) {
            lines.add("on commit    " + shown.whatIf().commit().text());
            lines.add("on rollback  " + shown.whatIf().rollback().text());
        }
        return String.join("\n", lines);
    }

    private static String branch(BranchReport branch) {
        BranchXid xid = branch.xid();
        String number = xid == null ? "" : xid.number() + " ";
        String prepared = ReportJson.time(branch.preparedMillis());
        return number + "on " + branch.resource() + ": " + branch.inLog() + "; at the resource "
                + branch.atResource().key() + (prepared == null ? "" : " since " + prepared)
                + (branch.problem() == null ? "" : "; it last said " + branch.problem());
    }

    /** What an act on many does, or would do. */
    static String bulk(List<Bulk.Line> lines, String text) {
        List<String> all = new ArrayList<>();
        for (Bulk.Line each : lines) {
            boolean isTold = each.text().startsWith(each.word());
            all.add(Names.brief(each.id()) + "  " + each.standing().key() + "  "
                    + (isTold ? each.text() : each.word() + ": " + each.text()));
        }
        if (!all.isEmpty()) {
            all.add("");
        }
        all.add(text);
        return String.join("\n", all);
    }

    /** The result of an act. */
    static String result(ActResult result) {
        return result.kind() == ActResult.Kind.REFUSED || result.kind() == ActResult.Kind.UNKNOWN
                ? result.text()
                : Words.of(result.kind()) + ": " + result.text();
    }
}
