package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.Lives;
import dev.assent.core.operator.BranchReport.AtResource;
import dev.assent.core.operator.TransactionReport.WhatIf;
import dev.assent.core.participant.Answer;
import dev.assent.core.recovery.SeenLastResource;
import dev.assent.core.recovery.SeenResource;
import dev.assent.core.transaction.Adoption;
import dev.assent.core.xa.BranchXid;
import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page docs/reference/operator-json.md, written by hand, has every field and word of the operator's JSON. */
@Fast
class OperatorJsonPageTest {
    private static final Path PAGE = Checkout.path("docs/reference/operator-json.md");

    /** A line of a table of fields; the other tables are of words. */
    private static final Pattern ROW =
            Pattern.compile("^\\| `([\\w.\\[\\]]+)` \\| (?:array|boolean|number|object|string|time|word)");

    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\": (.*)");

    private static final NodeEpoch LIFE = new NodeEpoch(new NodeId(1, 2), 3, 0);
    private static final NodeEpoch ADOPTED = new NodeEpoch(new NodeId(7, 8), 9, 0);
    private static final Act ACT = new Act("alice", 1_000, "a reason");

    @Test
    void thePageHasTheFieldsOfAFullReportAndOfAnActInTheirOrder() throws IOException {
        List<String> fields = new ArrayList<>(paths(ReportJson.page(full(), full().transactions())));
        fields.addAll(paths(ReportJson.page(new ActResult(ActResult.Kind.DONE, "a text"))));
        TransactionId id = new LocalTransactionId(LIFE, 4);
        fields.addAll(paths(ReportJson.page(
                "would", "a text", "1-ab", List.of(new Bulk.Line(id, Standing.HEURISTIC, "would", "a text")))));

        List<String> shown = Files.readString(PAGE)
                .lines()
                .flatMap(line -> ROW.matcher(line).results())
                .map(each -> each.group(1))
                .toList();
        assertThat(shown).isEqualTo(fields);
    }

    @Test
    void thePageHasTheWordsOfTheFieldsThatHaveWords() throws IOException {
        Stream<String> words = Stream.of(
                        Arrays.stream(Standing.values()).map(Standing::key),
                        Arrays.stream(NodeState.Mode.values()).map(NodeState.Mode::key),
                        Arrays.stream(WaitsFor.Other.values()).map(WaitsFor.Other::key),
                        Arrays.stream(AtResource.values()).map(AtResource::key),
                        Arrays.stream(SubordinateReport.Word.values()).map(SubordinateReport.Word::key),
                        Arrays.stream(Answer.values())
                                .filter(Answer::isHeuristic)
                                .map(each ->
                                        each.name().toLowerCase(Locale.ROOT).replace('_', ' ')),
                        Arrays.stream(ActResult.Kind.values())
                                .map(each -> each.name().toLowerCase(Locale.ROOT)))
                .flatMap(each -> each);
        assertThat(Files.readString(PAGE))
                .contains(words.map(word -> "`" + word + "`").toList());
    }

    /** A report with every field. */
    private static InDoubtReport full() {
        TransactionId id = new LocalTransactionId(LIFE, 4);
        BranchReport branch = new BranchReport(
                "orders",
                new BranchXid(id, LIFE, BranchXid.PRESUMED_ABORT, 1),
                "not confirmed",
                AtResource.IN_DOUBT,
                2_000);
        SubordinateReport subordinate = new SubordinateReport(
                "node-0000000000000005",
                "00000000000000050000000000000006",
                "in-process://bank-b",
                true,
                "not confirmed",
                SubordinateReport.Word.COMMIT,
                "no route to host");
        return new InDoubtReport(
                LIFE,
                NodeState.RUNNING,
                List.of(new NodeId(5, 6)),
                List.of(new Adoption(ADOPTED.node(), Lives.NONE.and(ADOPTED), ACT)),
                List.of(new SeenResource("orders", null, List.of())),
                List.of(new SeenLastResource("ledger", null, true, Map.of())),
                List.of(new TransactionReport(
                        id,
                        Standing.WAITS_TO_COMMIT,
                        "a superior",
                        3_000,
                        "a sentence",
                        new WaitsFor(List.of("orders"), null),
                        ACT,
                        new WhatIf(Would.act("commits"), Would.refuse("decided")),
                        List.of(branch),
                        List.of(subordinate))));
    }

    /** The path of each field, as {@code adopted[].node}; each field has a line, as {@link JsonWriter} writes it. */
    private static List<String> paths(String json) {
        List<String> paths = new ArrayList<>();
        Deque<String> open = new ArrayDeque<>();
        for (String line : json.lines().map(String::strip).toList()) {
            Matcher field = FIELD.matcher(line);
            String name = field.matches() ? field.group(1) : "";
            if (!name.isEmpty()) {
                paths.add(String.join("", open) + name);
            }
            if (line.startsWith("}") || line.startsWith("]")) {
                open.removeLast();
            } else if (line.endsWith("[")) {
                open.addLast(name + "[]");
            } else if (line.endsWith("{")) {
                open.addLast(open.isEmpty() ? "" : name + ".");
            }
        }
        return paths;
    }
}
