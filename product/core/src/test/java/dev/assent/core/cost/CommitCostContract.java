package dev.assent.core.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.cost.CostTable;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingLocalResource;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.xa.XaVerb;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws 4 and 13: every line of docs/reference/costs.md has the true cost of a transaction, on some storage. */
abstract class CommitCostContract {
    private static final String FIRST_COLUMN = "| outcome | forced writes | start |";
    private static final Map<String, Scenario> SCENARIOS = new LinkedHashMap<>();

    /** One line of the table, run. */
    private interface Scenario {
        void run(CommitCostContract test) throws Exception;
    }

    static {
        SCENARIOS.put("commit with no participant", test -> test.begin(0).commit());
        SCENARIOS.put("commit with one participant", test -> test.begin(1).commit());
        SCENARIOS.put("commit with two participants", test -> test.begin(2).commit());
        SCENARIOS.put("commit with five participants", test -> test.begin(5).commit());
        SCENARIOS.put("commit with two participants, one of them read-only", test -> {
            test.resources[0].votes(XAResource.XA_RDONLY);
            test.begin(2).commit();
        });
        SCENARIOS.put("commit with two participants, both read-only", test -> {
            test.resources[0].votes(XAResource.XA_RDONLY);
            test.resources[1].votes(XAResource.XA_RDONLY);
            test.begin(2).commit();
        });
        SCENARIOS.put(
                "commit that one participant refuses in one phase",
                test -> test.failing(1, 0, XaVerb.COMMIT_ONE_PHASE, XAException.XA_RBROLLBACK));
        SCENARIOS.put(
                "commit that the first of three participants refuses",
                test -> test.failing(3, 0, XaVerb.PREPARE, XAException.XA_RBROLLBACK));
        SCENARIOS.put(
                "commit that the second of three participants refuses",
                test -> test.failing(3, 1, XaVerb.PREPARE, XAException.XA_RBROLLBACK));
        SCENARIOS.put("rollback with two participants", test -> test.begin(2).rollback());
        SCENARIOS.put("timeout with two participants", test -> {
            test.node.manager().setTransactionTimeout(1);
            JtaTransaction transaction = test.begin(2);
            test.node.advance(Duration.ofSeconds(2));
            transaction.rollback();
        });
        SCENARIOS.put("commit with a participant that is not reached, and its recovery", test -> {
            test.resources[0].fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
            test.begin(2).commit();
            assertThat(test.node.recovery().run(true).committed()).isEqualTo(1);
        });
        SCENARIOS.put(
                "commit with a participant that went its own way",
                test -> test.failing(2, 0, XaVerb.COMMIT, XAException.XA_HEURRB));
        SCENARIOS.put("commit with a participant that did by itself what was decided", test -> {
            test.resources[0].fails(XaVerb.COMMIT, XAException.XA_HEURCOM);
            test.begin(2).commit();
        });
        SCENARIOS.put(
                "one-phase commit with a participant that went its own way",
                test -> test.failing(1, 0, XaVerb.COMMIT_ONE_PHASE, XAException.XA_HEURMIX));
        SCENARIOS.put("heuristic outcome that is forgotten", test -> {
            JtaTransaction transaction = test.failing(2, 0, XaVerb.COMMIT, XAException.XA_HEURMIX);
            test.node.recovery().forget(transaction.id());
        });
        SCENARIOS.put(
                "commit with a last resource alone",
                test -> test.beginWithLast(0).commit());
        SCENARIOS.put(
                "commit with a last resource and two participants",
                test -> test.beginWithLast(2).commit());
        SCENARIOS.put("commit with a last resource and two participants, both read-only", test -> {
            test.resources[0].votes(XAResource.XA_RDONLY);
            test.resources[1].votes(XAResource.XA_RDONLY);
            test.beginWithLast(2).commit();
        });
        SCENARIOS.put("commit with a last resource that the first of two participants refuses", test -> {
            test.resources[0].fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
            JtaTransaction transaction = test.beginWithLast(2);
            assertThatThrownBy(transaction::commit).isNotNull();
        });
        SCENARIOS.put("commit with two participants that the last resource refuses", test -> {
            test.last.refusesCommit();
            JtaTransaction transaction = test.beginWithLast(2);
            assertThatThrownBy(transaction::commit).isNotNull();
        });
        SCENARIOS.put(
                "commit with two participants and a last resource whose answer is lost, resolved by an operator",
                test -> {
                    test.last.losesAnswer(true);
                    JtaTransaction transaction = test.beginWithLast(2);
                    assertThatThrownBy(transaction::commit).isNotNull();
                    test.node.recovery().settleLast(transaction.id(), true);
                    assertThat(test.node.recovery().run(true).committed()).isEqualTo(1);
                });
        SCENARIOS.put(
                "rollback with a last resource and two participants",
                test -> test.beginWithLast(2).rollback());
    }

    private TestNode node;
    private EventList events;
    private RecordingResource[] resources;
    private RecordingLocalResource last;

    /** A new log on the storage to be counted. */
    protected abstract FileDecisionLog openLog();

    /** How many files were forced since the storage was made. */
    protected abstract long forces();

    @BeforeEach
    void openNode() {
        node = TestNode.builder().log(openLog()).open();
        events = node.events();
        last = new RecordingLocalResource("last", events, false);
        node.resources().register(last);
        resources = Stream.of("a", "b", "c", "d", "e").map(node::resource).toArray(RecordingResource[]::new);
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    private JtaTransaction begin(int participants) throws Exception {
        return node.beginOn(Arrays.copyOf(resources, participants));
    }

    private JtaTransaction beginWithLast(int participants) throws Exception {
        JtaTransaction begun = begin(participants);
        begun.enlistLastResource(last.name(), last.work());
        return begun;
    }

    private JtaTransaction failing(int participants, int which, XaVerb verb, int code) throws Exception {
        resources[which].fails(verb, code);
        JtaTransaction transaction = begin(participants);
        assertThatThrownBy(transaction::commit).isNotNull();
        return transaction;
    }

    static Stream<String> lines() throws IOException {
        return CostTable.lines(FIRST_COLUMN);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aLineOfTheTableIsWhatItCosts(String line) throws Exception {
        Scenario scenario = SCENARIOS.get(CostTable.name(line));
        assertThat(scenario).as("what is run for '%s'", line).isNotNull();
        node.begin().commit();
        long forcesBefore = forces();
        scenario.run(this);
        long local = events.of("last").stream().filter("last.commit"::equals).count();
        long onePhase = events.count("commit(one phase)");
        assertThat(new long[] {
                    forces() - forcesBefore,
                    events.count("start"),
                    events.count("end"),
                    events.count("prepare"),
                    events.count("commit") - onePhase - local,
                    onePhase,
                    events.count("rollback")
                            - events.of("last").stream()
                                    .filter("last.rollback"::equals)
                                    .count(),
                    events.count("forget"),
                    local
                })
                .as(line)
                .containsExactly(CostTable.numbers(line));
    }

    @Test
    void theTableHasALineForEveryOutcome() throws IOException {
        assertThat(lines().map(CostTable::name)).containsExactlyElementsOf(SCENARIOS.keySet());
    }
}
