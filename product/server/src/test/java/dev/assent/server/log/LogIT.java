package dev.assent.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assent.Assent;
import dev.assent.core.Internals;
import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Sampled;
import dev.assent.resources.JdbcPool;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import dev.assent.server.log.Shop.Told;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator at the command line, in processes of their own, with a real PostgreSQL server and nodes that
 * died or run.
 */
@Sampled(tests = 1)
class LogIT {
    private static final String USER = ProcessHandle.current().info().user().orElseThrow();

    private static Shop shop;

    @TempDir
    private Path temp;

    private Path folder;
    private Path config;

    @BeforeAll
    static void startShop() throws Exception {
        shop = new Shop();
    }

    @AfterAll
    static void stopShop() throws Exception {
        shop.close();
    }

    @BeforeEach
    void nameFolderAndFile() throws Exception {
        shop.clear();
        folder = temp.resolve("log");
        config = shop.config(temp.resolve("node.properties"), folder);
    }

    private static JsonNode json(Told told) throws Exception {
        return new ObjectMapper().readTree(told.out());
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private List<String> audit() throws IOException {
        return Files.readAllLines(folder.resolve("audit.log"));
    }

    // ---- a deleted folder

    @Test
    void branchesWhoseCoordinatorsFolderWasDeletedAreListedExplainedResolvedAndAudited() throws Exception {
        Instant before = Instant.now();
        shop.die(config, "AFTER_FORCE");
        delete(folder);

        Told list = Shop.assent("log", "list", "--config", config, "--json");
        assertThat(list.status()).as(list.err()).isEqualTo(1);
        JsonNode found = json(list).get("transactions");
        assertThat(found).hasSize(1);
        JsonNode lost = found.get(0);
        assertThat(lost.get("standing").asText()).isEqualTo("of-another-node");
        assertThat(lost.get("epoch").asInt()).isEqualTo(1);
        assertThat(lost.get("sequence").asLong()).isPositive();
        assertThat(Instant.parse(lost.get("since").asText()))
                .isAfter(before.minusSeconds(60))
                .isBefore(Instant.now().plusSeconds(60));
        assertThat(lost.get("branches").findValuesAsText("resource")).containsExactly("orders", "stock");
        assertThat(lost.get("branches").findValuesAsText("atResource")).containsOnly("in-doubt");
        assertThat(folder).as("looking makes nothing").doesNotExist();
        String node = lost.get("node").asText();
        String name = lost.get("name").asText();

        Told early = Shop.assent("log", "resolve", name, "commit", "--config", config, "--new-log");
        assertThat(early.status()).isEqualTo(1);
        assertThat(early.err()).contains("ASSENT-4028", "log adopt " + node);
        assertThat(shop.prepared("orders")).hasSize(1);

        Told adopted = Shop.assent(
                "log", "adopt", node.substring(0, 8), "--config", config, "--reason", "its folder was deleted");
        assertThat(adopted.status()).as(adopted.err()).isZero();
        assertThat(adopted.out()).contains("adopted without a log");
        assertThat(shop.prepared("orders")).as("left for the operator").hasSize(1);

        Told show = Shop.assent("log", "show", name, "--config", config, "--what-if");
        assertThat(show.status()).isEqualTo(1);
        assertThat(show.out())
                .contains("left-alone", "number " + lost.get("sequence").asText() + " of epoch 1 of node " + node)
                .contains("on commit    commits on 'orders', 'stock'")
                .contains("on rollback  rolls back on 'orders', 'stock'");

        Told resolved =
                Shop.assent("log", "resolve", name, "commit", "--config", config, "--reason", "the invoice was sent");
        assertThat(resolved.status()).as(resolved.err()).isZero();
        assertThat(resolved.out()).contains("done: committed on 'orders', 'stock'");
        assertThat(shop.rows("orders") + shop.rows("stock")).isEqualTo(2);
        assertThat(shop.prepared("orders")).isEmpty();
        assertThat(shop.prepared("stock")).isEmpty();

        Told after = Shop.assent("log", "list", "--config", config);
        assertThat(after.status()).as(after.out()).isZero();
        assertThat(after.out()).contains("nothing is in doubt", "adopted   node " + node + " by " + USER);
        assertThat(audit()).hasSize(6);
        assertThat(audit().get(2)).contains(USER + " asks: adopt " + node + " (reason: its folder was deleted)");
        assertThat(audit().get(4)).contains(USER + " asks: resolve ", " by commit (reason: the invoice was sent)");
        assertThat(audit().get(5)).endsWith("DONE: committed on 'orders', 'stock'");
        assertThat(Instant.parse(audit().get(5).split(" ", 2)[0])).isAfter(before);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("audit.log"))))
                .isEqualTo("rw-------");
    }

    @Test
    void manyAreShownAndThenResolvedAtADeadNodeAndAtARunningOne() throws Exception {
        for (int i = 0; i < 2; i++) {
            shop.die(config, "AFTER_FORCE");
            delete(folder);
        }
        Told list = Shop.assent("log", "list", "--config", config, "--json");
        for (String node : Set.copyOf(json(list).findValuesAsText("node"))) {
            Shop.assent("log", "adopt", node, "--config", config, "--new-log");
        }
        int audited = audit().size();

        Told shown =
                Shop.assent("log", "resolve", "--where", "standing=left-alone", "commit", "--config", config, "--json");
        assertThat(shown.status()).as(shown.err()).isEqualTo(1);
        assertThat(json(shown).get("result").asText()).isEqualTo("would");
        assertThat(json(shown).get("transactions")).hasSize(2);
        assertThat(audit()).as("nothing was done").hasSize(audited);
        assertThat(shop.prepared("orders")).hasSize(2);
        String code = json(shown).get("code").asText();

        Told other = Shop.assent(
                "log", "resolve", "--where", "standing=left-alone", "--shown", code, "rollback", "--config", config);
        assertThat(other.status()).isEqualTo(1);
        assertThat(other.err()).contains("ASSENT-4062");
        assertThat(shop.prepared("orders")).hasSize(2);

        try (Node node = Node.open(NodeConfig.read(config))) {
            assertThat(Internals.coordinator(node.assent()).isRunning()).isTrue();
            Told done = Shop.assent(
                    "log", "resolve", "--where", "standing=left-alone", "--shown", code, "commit", "--log", folder);
            assertThat(done.status()).as(done.out() + done.err()).isZero();
            assertThat(done.out()).contains("done: committed on 'orders', 'stock'", "2 of 2 are done");
        }
        assertThat(shop.rows("orders") + shop.rows("stock")).isEqualTo(4);
        assertThat(shop.prepared("orders")).isEmpty();
        assertThat(audit()).hasSize(audited + 4);
    }

    @Test
    void anEmptiedFolderIsAsGoodAsNone() throws Exception {
        shop.die(config, "AFTER_FORCE");
        delete(folder);
        Files.createDirectory(folder);
        Told list = Shop.assent("log", "list", "--config", config, "--json");
        assertThat(list.status()).as(list.err()).isEqualTo(1);
        assertThat(json(list).get("mode").asText()).isEqualTo("no-log");
        assertThat(json(list).get("state").asText()).contains("no log, so only the resources can tell");
        JsonNode lost = json(list).get("transactions").get(0);
        assertThat(lost.get("standing").asText()).isEqualTo("of-another-node");
        String node = lost.get("node").asText();
        Told refused = Shop.assent("log", "adopt", node, "--config", config);
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("ASSENT-4041");
        Told adopted = Shop.assent("log", "adopt", node, "--config", config, "--new-log");
        assertThat(adopted.status()).as(adopted.err()).isZero();
    }

    @Test
    void aRunningNodeAdoptsAndResolvesThroughItsSocket() throws Exception {
        shop.die(config, "BEFORE_FORCE");
        delete(folder);
        try (Node node = Node.open(NodeConfig.read(config))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("admin"))))
                    .isEqualTo("rw-------");
            node.assent().recover();
            Told list = Shop.assent("log", "list", "--log", folder, "--json");
            assertThat(list.status()).as(list.err()).isEqualTo(1);
            assertThat(json(list).get("state").asText()).isEqualTo("running");
            assertThat(json(list).get("node").asText())
                    .isEqualTo(node.assent().life().node().toString());
            JsonNode lost = json(list).get("transactions").get(0);

            Told adopted = Shop.assent("log", "adopt", lost.get("node").asText(), "--log", folder);
            assertThat(adopted.status()).as(adopted.err()).isZero();
            node.assent().recover();
            assertThat(shop.prepared("orders")).as("left for the operator").hasSize(1);

            Told resolved =
                    Shop.assent("log", "resolve", lost.get("id").asText(), "rollback", "--log", folder, "--json");
            assertThat(resolved.status()).as(resolved.out()).isZero();
            assertThat(json(resolved).get("result").asText()).isEqualTo("done");
            assertThat(shop.prepared("orders")).isEmpty();
            assertThat(shop.rows("orders") + shop.rows("stock")).isZero();
            assertThat(Shop.assent("log", "list", "--log", folder).status()).isZero();
            assertThat(audit()).hasSize(4);
        }
        assertThat(folder.resolve("admin")).doesNotExist();
    }

    @Test
    void workThatIsUnpreparedIsEndedOnARunningNodeAndIsNoneOnADeadOne() throws Exception {
        String ended;
        try (Node node = Node.open(NodeConfig.read(config))) {
            TransactionManager manager = node.assent().transactionManager();
            manager.setTransactionTimeout(3_600); // the machine may be slow
            manager.begin();
            ended = Internals.coordinator(node.assent()).active().get(0).id().toString();
            Told resolved = Shop.assent("log", "resolve", ended, "rollback", "--log", folder);
            assertThat(resolved.err()).contains("ASSENT-4026", "'./assent log end " + ended + "'");
            assertThat(Shop.assent("log", "end", "--what-if", "--log", folder).out())
                    .contains("this node (1)");
            Told done = Shop.assent("log", "end", ended, "--log", folder, "--reason", "it is stuck", "--json");
            assertThat(done.status()).as(done.err() + done.out()).isZero();
            assertThat(json(done).get("result").asText()).isEqualTo("done");
            assertThatThrownBy(manager::commit)
                    .isInstanceOf(RollbackException.class)
                    .hasMessageContainingAll("ASSENT-2062", "it is stuck");
            Told nobody = Shop.assent("log", "end", "--of", "somebody", "--log", folder);
            assertThat(nobody.status()).isEqualTo(1);
            assertThat(nobody.err()).contains("ASSENT-4064", "'somebody'");
            assertThat(Shop.assent("log", "end", "--log", folder).status()).isEqualTo(2);
            assertThat(Shop.assent("log", "end", ended, "--of", "x", "--log", folder)
                            .status())
                    .isEqualTo(2);
        }
        assertThat(audit()).hasSize(4).anyMatch(line -> line.contains("asks: end " + ended + " (reason: it is stuck)"));
        Told dead = Shop.assent("log", "end", ended, "--config", config);
        assertThat(dead.status()).isEqualTo(1);
        assertThat(dead.err()).contains("ASSENT-4059");
        assertThat(audit()).as("nothing was asked of it").hasSize(4);
    }

    // ---- the folder of a dead node

    @Test
    void aDeadNodesDecisionIsSeenWithoutAStartAndFinishedOnlyAsDecided() throws Exception {
        shop.die(config, "AFTER_FORCE");
        for (int times = 0; times < 2; times++) {
            Told list = Shop.assent("log", "list", "--config", config, "--what-if", "--json");
            assertThat(list.status()).as(list.err()).isEqualTo(1);
            assertThat(json(list).get("epoch").asInt()).as("no start").isEqualTo(1);
            JsonNode waiting = json(list).get("transactions").get(0);
            assertThat(waiting.get("standing").asText()).isEqualTo("waits-to-commit");
            assertThat(waiting.get("waitsFor")).hasSize(2);
            assertThat(waiting.get("whatIf").get("rollback").asText()).startsWith("refused");
        }
        String name = json(Shop.assent("log", "list", "--config", config, "--json"))
                .get("transactions")
                .get(0)
                .get("name")
                .asText();

        Told refused = Shop.assent("log", "resolve", name, "rollback", "--config", config);
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("ASSENT-4025");
        assertThat(shop.prepared("orders")).hasSize(1);
        Told would = Shop.assent("log", "resolve", name, "commit", "--config", config, "--what-if");
        assertThat(would.out()).contains("commits on 'orders', 'stock'");
        assertThat(shop.prepared("orders")).hasSize(1);

        assertThat(Shop.assent("log", "resolve", name, "commit", "--config", config)
                        .status())
                .isZero();
        assertThat(shop.rows("orders") + shop.rows("stock")).isEqualTo(2);
    }

    @Test
    void onlyWhatIsAskedForIsDoneOnADeadNode() throws Exception {
        shop.die(config, "AFTER_FORCE");
        shop.die(config, "AFTER_PREPARE");
        JsonNode found =
                json(Shop.assent("log", "list", "--config", config, "--json")).get("transactions");
        assertThat(found.findValuesAsText("standing")).containsExactlyInAnyOrder("waits-to-commit", "orphan");
        String orphan = "";
        for (JsonNode each : found) {
            orphan = each.get("standing").asText().equals("orphan")
                    ? each.get("name").asText()
                    : orphan;
        }
        Told committed = Shop.assent("log", "resolve", orphan, "commit", "--config", config);
        assertThat(committed.err()).contains("ASSENT-4029");
        assertThat(Shop.assent("log", "resolve", orphan, "rollback", "--config", config)
                        .status())
                .isZero();
        assertThat(shop.prepared("orders")).as("the decided one still waits").hasSize(1);
        assertThat(shop.prepared("stock")).hasSize(1);
    }

    @Test
    void withoutAFileTheLogAloneTells() throws Exception {
        shop.die(config, "AFTER_FORCE");
        Told list = Shop.assent("log", "list", "--log", folder);
        assertThat(list.status()).isEqualTo(1);
        assertThat(list.out())
                .contains("waits-to-commit", "only the log can tell", "not confirmed by 'orders', 'stock'");
        String name = json(Shop.assent("log", "list", "--log", folder, "--json"))
                .get("transactions")
                .get(0)
                .get("name")
                .asText();
        for (List<String> act : List.of(List.of("resolve", name, "commit"), List.of("forget", name))) {
            List<Object> arguments = new ArrayList<>(List.of("log"));
            arguments.addAll(act);
            arguments.addAll(List.of("--log", folder));
            Told refused = Shop.assent(arguments.toArray());
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err()).contains("ASSENT-4046", name, "--config FILE");
        }
        assertThat(folder.resolve("audit.log")).as("nothing is begun").doesNotExist();
        assertThat(json(Shop.assent("log", "list", "--log", folder, "--json"))
                        .get("epoch")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void aLogThatIsFineButAloneIsNotSaidToBeClear() throws Exception {
        Node.open(NodeConfig.read(config)).close();
        Told list = Shop.assent("log", "list", "--log", folder);
        assertThat(list.status()).isEqualTo(1);
        assertThat(list.out()).contains("is not known: no resource was asked");
        assertThat(Shop.assent("log", "list", "--config", config).status()).isZero();
    }

    @Test
    void aResourceThatIsNotReachedIsUnknownAndTheReasonIsTold() throws Exception {
        shop.die(config, "AFTER_FORCE");
        String wrong = "resource.stock.driver.url = jdbc:postgresql://127.0.0.1:1/stock";
        Path away = shop.config(temp.resolve("away.properties"), folder);
        Files.writeString(away, Files.readString(away).replaceAll("(?m)^resource.stock.driver.url.*$", wrong));
        Told list = Shop.assent("log", "list", "--config", away, "--json");
        assertThat(list.status()).isEqualTo(1);
        assertThat(list.err().lines())
                .as("a notice is one line")
                .hasSize(1)
                .first()
                .asString()
                .contains("ASSENT-4001");
        JsonNode stock = json(list).get("resources").get(1);
        assertThat(stock.get("reached").asBoolean()).isFalse();
        assertThat(stock.get("problem").asText()).contains("refused");
        JsonNode branches = json(list).get("transactions").get(0).get("branches");
        assertThat(branches.get(1).get("atResource").asText()).contains("unknown", "not reached");
    }

    // ---- a copied folder

    @Test
    void theLogOfAMovedFolderIsAdoptedWhole() throws Exception {
        shop.die(config, "AFTER_FORCE");
        shop.die(config, "BEFORE_FORCE");
        Path moved = temp.resolve("moved");
        Files.createDirectory(moved);
        for (String file : List.of("segment-a", "segment-b")) {
            Files.copy(folder.resolve(file), moved.resolve(file));
        }
        Path copied = shop.config(temp.resolve("moved.properties"), moved);
        Told list = Shop.assent("log", "list", "--config", copied);
        assertThat(list.out()).contains("written at another place");
        Told what = Shop.assent("log", "list", "--config", copied, "--json", "--what-if");
        assertThat(what.out()).contains("waits-to-commit", "refused: the log was written at another place; adopt node");
        String old = json(what).get("node").asText();
        Told before = Shop.assent("log", "adopt", old, "--log", moved, "--log-is-whole", "--what-if");
        assertThat(before.status()).isZero();
        assertThat(before.out()).contains("starts a new node here", "are rolled back");
        try (Node node = Node.open(NodeConfig.read(copied))) {
            Told aside = Shop.assent("log", "list", "--log", moved, "--json");
            assertThat(json(aside).get("logsAside")).hasSize(1);
            String other = json(aside).get("logsAside").get(0).asText();
            assertThat(shop.prepared("orders")).hasSize(2);

            Told would = Shop.assent("log", "adopt", other, "--log", moved, "--log-is-whole", "--what-if");
            assertThat(would.out()).contains("1 records", "rolled back");
            Told adopted = Shop.assent("log", "adopt", other, "--log", moved, "--log-is-whole");
            assertThat(adopted.status()).as(adopted.err()).isZero();
            node.assent().recover();
            assertThat(shop.prepared("orders")).isEmpty();
            assertThat(shop.rows("orders")).as("the one that was decided").isEqualTo(1);
            assertThat(shop.rows("stock")).isEqualTo(1);
        }
    }

    // ---- a heuristic outcome

    /** Breaks a commit: just before it, an operator rolls a prepared branch back by hand. */
    private static void breakTheWord(Assent assent, JdbcPool orders, JdbcPool stock) {
        assertThatThrownBy(() -> DyingNode.commit(assent, orders, stock)).isInstanceOf(HeuristicMixedException.class);
    }

    @Test
    void aHeuristicOutcomeIsForgottenOnARunningNodeAndOnADeadOne() throws Exception {
        NodeConfig settings = NodeConfig.read(config);
        Assent assent = Internals.tracer(Assent.builder().config(settings.settings()), (point, id, participant) -> {
                    if (point == FaultPoint.BEFORE_COMMIT && participant == 0) {
                        try {
                            for (String gid : shop.prepared("orders")) {
                                shop.execute("orders", "ROLLBACK PREPARED '" + gid + "'");
                            }
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    }
                })
                .open();
        try (assent;
                JdbcPool orders = DyingNode.pool(assent, "orders", shop.url("orders"));
                JdbcPool stock = DyingNode.pool(assent, "stock", shop.url("stock"))) {
            breakTheWord(assent, orders, stock);
            breakTheWord(assent, orders, stock);
            JsonNode kept =
                    json(Shop.assent("log", "list", "--log", folder, "--json")).get("transactions");
            assertThat(kept.findValuesAsText("standing")).containsExactly("heuristic", "heuristic");
            String first = kept.get(0).get("name").asText();
            Told refused = Shop.assent("log", "resolve", first, "commit", "--log", folder);
            assertThat(refused.err()).contains("ASSENT-4027");
            Told forgotten = Shop.assent("log", "forget", first, "--log", folder, "--reason", "mended");
            assertThat(forgotten.status()).as(forgotten.err()).isZero();
        }
        JsonNode left =
                json(Shop.assent("log", "list", "--config", config, "--json")).get("transactions");
        assertThat(left).hasSize(1);
        Told forgotten = Shop.assent("log", "forget", left.get(0).get("name").asText(), "--config", config);
        assertThat(forgotten.status()).as(forgotten.err()).isZero();
        assertThat(Shop.assent("log", "list", "--config", config).status()).isZero();
        assertThat(audit()).hasSize(6);
    }

    // ---- a resource that is lost for good

    @Test
    void aDecisionThatWaitsForALostResourceIsGivenUpByItsName() throws Exception {
        shop.die(config, "AFTER_FORCE");
        String name = json(Shop.assent("log", "list", "--config", config, "--json")).findValuesAsText("name").stream()
                .filter(each -> each.endsWith("-1-1"))
                .findFirst()
                .orElseThrow();
        Told registered = Shop.assent("log", "forget", name, "--lost", "orders", "--config", config);
        assertThat(registered.err()).contains("ASSENT-4010", "'orders' is registered");
        List<String> rest = Files.readAllLines(config).stream()
                .filter(line -> !line.startsWith("resource.orders"))
                .toList();
        Path without = Files.write(temp.resolve("without-orders.properties"), rest);

        Told early = Shop.assent("log", "forget", name, "--lost", "orders", "--log", folder);
        assertThat(early.err()).as("no resource is configured").contains("ASSENT-4046", name);
        Told would = Shop.assent("log", "forget", name, "--lost", "orders", "--what-if", "--config", without);
        assertThat(would.out()).contains("finishes it on all resources except 'orders'", "its decision is commit");
        Told forgotten = Shop.assent("log", "forget", name, "--lost", "orders", "--config", without);
        assertThat(forgotten.status()).as(forgotten.err()).isZero();
        assertThat(forgotten.out()).contains("done: forgotten; lost for good and not asked: 'orders'");

        assertThat(shop.rows("stock")).isEqualTo(1);
        assertThat(Shop.assent("log", "list", "--config", without).status()).isZero();
        assertThat(audit()).anyMatch(line -> line.contains("asks: forget") && line.endsWith("lost for good: 'orders'"));
    }

    // ---- errors

    @Test
    void whatIsNotThereIsNamed() throws Exception {
        Told folderless = Shop.assent("log", "list", "--log", folder);
        assertThat(folderless.status()).isEqualTo(1);
        assertThat(folderless.err()).contains("ASSENT-4038", folder.toString());
        Files.createDirectory(folder);
        assertThat(Shop.assent("log", "list", "--log", folder).err()).contains("ASSENT-4041");
        assertThat(Shop.assent("log", "list").status()).isEqualTo(2);
        shop.die(config, "AFTER_FORCE");
        Told unknown = Shop.assent("log", "show", "ffff-1-1", "--config", config);
        assertThat(unknown.status()).isEqualTo(1);
        assertThat(unknown.err()).contains("ASSENT-4031", "'ffff-1-1'");
        assertThat(Shop.assent("log", "show", "tea", "--config", config).err()).contains("ASSENT-4033", "'tea'");
        shop.die(config, "BEFORE_END");
        String node = json(Shop.assent("log", "list", "--config", config, "--json"))
                .get("node")
                .asText();
        Told ambiguous = Shop.assent("log", "show", node.substring(0, 8), "--config", config);
        assertThat(ambiguous.err()).contains("ASSENT-4032", "2 transactions");
    }

    @Test
    void aRunningNodeWithoutASocketIsNamedWithItsProcess() throws Exception {
        Path silent = shop.config(temp.resolve("silent.properties"), folder, "admin = none");
        try (Node node = Node.open(NodeConfig.read(silent))) {
            Told told = Shop.assent("log", "list", "--log", folder);
            assertThat(told.status()).isEqualTo(1);
            assertThat(told.err())
                    .contains(
                            "ASSENT-4036", "process " + ProcessHandle.current().pid(), "admin");
            assertThat(Internals.coordinator(node.assent()).isRunning()).isTrue();
        }
    }
}
