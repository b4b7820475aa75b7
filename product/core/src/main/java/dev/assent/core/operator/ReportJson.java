package dev.assent.core.operator;

import dev.assent.NodeId;
import dev.assent.core.audit.Act;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.recovery.SeenLastResource;
import dev.assent.core.recovery.SeenResource;
import dev.assent.core.transaction.Adoption;
import dev.assent.core.xa.BranchXid;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports as JSON: names never change their meaning, unknown times are null. Pure functions. */
final class ReportJson {
    private ReportJson() {}

    /** The node, its resources, and these transactions. */
    static String page(InDoubtReport report, List<TransactionReport> transactions) {
        JsonWriter json = new JsonWriter().beginObject();
        json.field("node", report.life().node().toString())
                .field("epoch", report.life().epoch())
                .field("mode", report.state().mode().key())
                .field("state", report.state().text())
                .field("clear", report.isClear())
                .field(
                        "logsAside",
                        report.aside().stream().map(NodeId::toString).toList());
        json.beginArray("adopted");
        for (Adoption each : report.adoptions()) {
            json.beginElement()
                    .field("node", each.node().toString())
                    .field("wholeLogUntilEpoch", each.whole().epochLast());
            act(json, each.act()).endObject();
        }
        json.endArray().beginArray("resources");
        for (SeenResource each : report.resources()) {
            json.beginElement()
                    .field("name", each.name())
                    .field("reached", each.isReached())
                    .field("problem", each.problem())
                    .field("inDoubt", each.branches().size())
                    .endObject();
        }
        json.endArray().beginArray("lastResources");
        for (SeenLastResource each : report.lastResources()) {
            json.beginElement()
                    .field("name", each.name())
                    .field("reached", each.isReached())
                    .field("problem", each.problem())
                    .field("commitMarkers", each.hasMarkers())
                    .endObject();
        }
        json.endArray().beginArray("transactions");
        transactions.forEach(each -> transaction(json, each));
        return json.endArray().endObject().toString();
    }

    private static void transaction(JsonWriter json, TransactionReport report) {
        json.beginElement().field("id", report.id().toString()).field("name", Names.brief(report.id()));
        if (report.id() instanceof LocalTransactionId local) {
            json.field("node", local.origin().node().toString())
                    .field("epoch", local.origin().epoch())
                    .field("sequence", local.sequence());
        }
        json.field("standing", report.standing().key())
                .field("superior", report.superior())
                .field("inDoubt", report.standing().isInDoubt())
                .field("since", time(report.sinceMillis()))
                .field("why", report.why())
                .field("waitsFor", report.waitsFor().resources());
        WaitsFor.Other other = report.waitsFor().other();
        json.field("waitsForOther", other == null ? null : other.key());
        if (report.act() != null) {
            act(json.beginObject("act"), report.act()).endObject();
        }
        json.beginObject("whatIf")
                .field("commit", report.whatIf().commit().text())
                .field("rollback", report.whatIf().rollback().text())
                .endObject();
        json.beginArray("branches");
        report.branches().forEach(each -> branch(json, each));
        json.endArray().beginArray("subordinates");
        report.subordinates().forEach(each -> subordinate(json, each));
        json.endArray().endObject();
    }

    private static void subordinate(JsonWriter json, SubordinateReport subordinate) {
        SubordinateReport.Word waitsFor = subordinate.waitsFor();
        json.beginElement()
                .field("name", subordinate.name())
                .field("node", subordinate.node())
                .field("address", subordinate.address())
                .field("prepared", subordinate.isPrepared())
                .field("inLog", subordinate.inLog())
                .field("waitsFor", waitsFor == null ? null : waitsFor.key())
                .field("problem", subordinate.problem())
                .endObject();
    }

    private static void branch(JsonWriter json, BranchReport branch) {
        json.beginElement().field("resource", branch.resource());
        BranchXid xid = branch.xid();
        if (xid != null) {
            json.field("number", xid.number())
                    .field("qualifier", HexFormat.of().formatHex(xid.getBranchQualifier()))
                    .field("owner", xid.owner().node().toString())
                    .field("ownerEpoch", xid.owner().epoch());
        }
        json.field("inLog", branch.inLog())
                .field("atResource", branch.atResource().key())
                .field("prepared", time(branch.preparedMillis()))
                .field("problem", branch.problem())
                .endObject();
    }

    private static JsonWriter act(JsonWriter json, Act act) {
        return json.field("who", act.who()).field("when", act.when()).field("reason", act.reason());
    }

    /** A time in UTC; null if unknown. */
    static @Nullable String time(long millis) {
        return millis == 0 ? null : Instant.ofEpochMilli(millis).toString();
    }

    /** The result of an act. */
    static String page(ActResult result) {
        return result(Words.of(result.kind()), result.text());
    }

    /** What an act on many does, or would do. */
    static String page(String word, String text, String code, List<Bulk.Line> lines) {
        JsonWriter json = new JsonWriter()
                .beginObject()
                .field("result", word)
                .field("text", text)
                .field("code", code);
        json.beginArray("transactions");
        for (Bulk.Line each : lines) {
            json.beginElement()
                    .field("id", each.id().toString())
                    .field("name", Names.brief(each.id()))
                    .field("standing", each.standing().key())
                    .field("result", each.word())
                    .field("text", each.text())
                    .endObject();
        }
        return json.endArray().endObject().toString();
    }

    /** What an act would do, if it was only a question. */
    static String page(Would would) {
        return result(would.isRefused() ? "refused" : "would", would.text());
    }

    private static String result(String word, String text) {
        return new JsonWriter()
                .beginObject()
                .field("result", word)
                .field("text", text)
                .endObject()
                .toString();
    }
}
