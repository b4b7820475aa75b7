package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.assembly.HttpTransport;
import jakarta.transaction.Synchronization;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole node as subordinate of a coordinator that shares no code with it: calls, votes, outcomes, crashes on both
 * sides.
 */
@Fast
class StrangeSuperiorTest {
    private static final String TRANSACTION = "urn:somebody:transaction:1";

    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final SimulatedDisk disk = new SimulatedDisk();
    private final RecordingResource resource = new RecordingResource("bank", events);
    private final RecordingNotices notices = new RecordingNotices();
    private SoapConfig config = SoapConfig.defaults()
            .with(SoapSetting.LISTEN, "127.0.0.1:0")
            .with(SoapSetting.REQUEST_MILLIS_MAX, 20_000)
            .with(SoapSetting.DRAIN_MILLIS_MAX, 0);

    @TempDir
    private Path folder;

    private StrangeCoordinator superior;
    private HttpTransport transport;
    private ServiceNode node;
    private SimulatedStorage storage;

    /** The called interface. */
    public interface Account {
        /** Does work. */
        long deposit(long amount);

        /** Does work once all calls are over. */
        void depositLater(long amount);
    }

    /** How the superior writes what it says. */
    UnaryOperator<String> dialect() {
        return UnaryOperator.identity();
    }

    @BeforeEach
    void open() throws IOException {
        superior = new StrangeCoordinator(dialect());
        start();
    }

    private void start() {
        storage = disk.mount(new SplittableRandom(1));
        FileDecisionLog log =
                FileDecisionLog.open(storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN * 4), () -> new NodeId(1, 2));
        TestNode.Builder builder =
                TestNode.builder().events(events).clock(clock).log(log);
        node = new ServiceNode("a", new Fixture(), builder, ServiceLimits.DEFAULT);
        node.node().register(resource);
        node.services().export("account", Account.class, new Bean(), CallTransaction.MANDATORY);
    }

    private void crash() {
        storage.crash();
        config = config.with(
                SoapSetting.LISTEN,
                "127.0.0.1:" + URI.create(transport.activation()).getPort());
        transport.close();
        resource.disconnect();
        start();
    }

    @AfterEach
    void close() {
        node.close();
        superior.close();
    }

    private final class Bean implements Account {
        @Override
        public long deposit(long amount) {
            node.work(resource);
            return amount;
        }

        @Override
        public void depositLater(long amount) {
            try {
                Objects.requireNonNull(node.manager().getTransaction()).registerSynchronization(new Synchronization() {
                    @Override
                    public void beforeCompletion() {
                        events.add("synchronized");
                        node.work(resource);
                    }

                    @Override
                    public void afterCompletion(int status) {}
                });
            } catch (Exception refused) {
                throw new IllegalStateException(refused);
            }
        }
    }

    /** The wire of one node. */
    private final class Fixture implements TransportFixture {
        @Override
        public Transport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
            transport = SoapFixture.made(
                    config.with(SoapSetting.KEY_FILE, folder.resolve("key")),
                    new TransportOwner(
                            life,
                            types,
                            clock,
                            notices,
                            null,
                            null,
                            address -> address.startsWith("soap://127.0.0.1:")));
            return transport;
        }

        @Override
        public String address(String name) {
            return String.valueOf(transport.address());
        }

        @Override
        public void tick() {
            transport.tick();
        }
    }

    private HttpResponse<String> call(String operation) throws Exception {
        String url = node.address("account").replaceFirst("^soap", "http");
        String envelope = Samples.envelope(
                superior.context(TRANSACTION),
                "<m:" + operation + " xmlns:m='http://soap.transport.assent.dev/'><arg0>7</arg0></m:" + operation
                        + ">");
        return superior.post(url, "text/xml", envelope);
    }

    private void work() throws Exception {
        HttpResponse<String> reply = call("deposit");
        assertThat(reply.body()).contains("<return>7</return>");
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(superior.participants())
                .extracting(StrangeCoordinator.Participant::protocol)
                .containsExactly("Durable2PC");
    }

    /** A coordinator tells again until it is answered; what this node has of before its crash its recovery finds. */
    private void tellUntil(String message, String answer) {
        Waiting.awaitWhileTimePasses().until(() -> {
            clock.advance(Duration.ofSeconds(5));
            node.node().recovery().run(true);
            superior.tell(0, message);
            return superior.heard().contains("0:" + answer);
        });
    }

    private void assertIdle() {
        Awaitility.await()
                .until(() -> node.node().coordinator().isIdle()
                        && node.node().coordinator().parked().isEmpty());
    }

    private void assertEnded(long committed, long rolledBack) {
        assertIdle();
        assertThat(resource.committed()).isEqualTo(committed);
        assertThat(resource.rolledBack()).isEqualTo(rolledBack);
    }

    // ---- the table, by a whole node

    @Test
    void itVotesAndCommits() throws Exception {
        work();
        work();
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Prepared");
        assertThat(resource.committed()).isZero();
        superior.tell(0, "Commit");
        superior.awaitHeard("0:Prepared", "0:Committed");
        assertEnded(2, 0); // each call had a branch of its own
    }

    @Test
    void itRollsBackBeforeItsVoteAndAfterIt() throws Exception {
        work();
        superior.tell(0, "Rollback");
        superior.awaitHeard("0:Aborted");
        work2("urn:somebody:transaction:2");
        superior.tell(1, "Prepare");
        superior.awaitHeard("0:Aborted", "1:Prepared");
        superior.tell(1, "Rollback");
        superior.awaitHeard("0:Aborted", "1:Prepared", "1:Aborted");
        assertEnded(0, 2);
    }

    @Test
    void itsTimeIsOver_itSaysAbortedUnaskedAndOnceMoreWhenItIsAsked() throws Exception {
        work();
        clock.advance(Duration.ofSeconds(61));
        node.node().coordinator().tick();
        superior.awaitHeard("0:Aborted");
        assertEnded(0, 1);
        superior.tell(0, "Prepare"); // which has crossed it
        superior.awaitHeard("0:Aborted", "0:Aborted");
        superior.tell(0, "Rollback");
        superior.awaitHeard("0:Aborted", "0:Aborted", "0:Aborted");
    }

    @Test
    void itsTimeIsOver_itsVolatileParticipantSaysNothing() throws Exception {
        assertThat(call("depositLater").statusCode()).isEqualTo(200);
        assertThat(superior.participants())
                .extracting(StrangeCoordinator.Participant::protocol)
                .containsExactly("Durable2PC", "Volatile2PC");
        clock.advance(Duration.ofSeconds(61));
        node.node().coordinator().tick();
        superior.awaitHeard("0:Aborted");
        superior.tell(1, "Rollback");
        superior.awaitHeard("0:Aborted", "1:Aborted");
        assertEnded(0, 0);
    }

    @Test
    void aCoordinatorThatIsNowhereIsRefusedAndWhoeverHasCalledIsAnswered() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        superior.say("urn:nowhere", answer);
        CompletableFuture<HttpResponse<String>> first = callSoon();
        Awaitility.await().until(() -> superior.participants().size() == 1);
        CompletableFuture<HttpResponse<String>> second = callSoon(); // which waits for the same registration
        Awaitility.await().until(() -> resource.known() == 2);
        answer.countDown();
        for (CompletableFuture<HttpResponse<String>> each : List.of(first, second)) {
            assertThat(each.get().body()).contains("Fault>", "ASSENT-8022");
        }
        assertEnded(0, 2);
    }

    private CompletableFuture<HttpResponse<String>> callSoon() {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return call("deposit");
            } catch (Exception failed) {
                throw new CompletionException(failed);
            }
        });
    }

    private void work2(String transaction) throws Exception {
        String url = node.address("account").replaceFirst("^soap", "http");
        superior.post(
                url,
                "text/xml",
                Samples.envelope(
                        superior.context(transaction),
                        "<m:deposit xmlns:m='http://soap.transport.assent.dev/'><arg0>7</arg0></m:deposit>"));
    }

    @Test
    void whoHasOnlyReadSaysSoAndIsOver() throws Exception {
        work();
        resource.votes(XAResource.XA_RDONLY);
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:ReadOnly");
        assertIdle();
    }

    @Test
    void whoHasOnlyReadSaysSoAgainWhenItIsAskedAgain() throws Exception {
        work();
        resource.votes(XAResource.XA_RDONLY);
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:ReadOnly");
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:ReadOnly", "0:ReadOnly");
        assertIdle();
    }

    @Test
    void whoHasOnlyReadAndIsToldToRollBackSaysAbortedFromThenOn() throws Exception {
        work();
        resource.votes(XAResource.XA_RDONLY);
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:ReadOnly");
        superior.tell(0, "Rollback");
        superior.awaitHeard("0:ReadOnly", "0:Aborted");
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:ReadOnly", "0:Aborted", "0:Aborted");
        assertIdle();
    }

    /** A Prepare that was held up on its way, behind another; Aborted would contradict Committed. */
    @Test
    void whoHasCommittedDoesNotSayAbortedToAnOldPrepare() throws Exception {
        work();
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Prepared");
        superior.tell(0, "Commit");
        superior.awaitHeard("0:Prepared", "0:Committed");
        superior.tell(0, "Prepare");
        superior.tell(0, "Commit");
        superior.awaitHeard("0:Prepared", "0:Committed", "0:Committed");
        assertEnded(1, 0);
    }

    @Test
    void whoCannotCommitSaysAborted() throws Exception {
        work();
        resource.fails(XaVerb.PREPARE, XAException.XA_RBDEADLOCK);
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Aborted");
        assertIdle();
    }

    @Test
    void messagesThatComeAgainAreAnsweredAgainAndDoneOnce() throws Exception {
        work();
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Prepared");
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Prepared", "0:Prepared");
        superior.tell(0, "Commit");
        superior.awaitHeard("0:Prepared", "0:Prepared", "0:Committed");
        superior.tell(0, "Commit");
        superior.awaitHeard("0:Prepared", "0:Prepared", "0:Committed", "0:Committed");
        superior.tell(0, "Rollback");
        Awaitility.await().until(() -> superior.heard().size() == 5);
        assertEnded(1, 0);
    }

    @Test
    void commitBeforeItsVoteIsAFaultAndRollsBack() throws Exception {
        work();
        superior.tell(0, "Commit");
        Awaitility.await().until(() -> superior.heard().contains("0:fault"));
        Awaitility.await().until(() -> superior.heard().contains("0:Aborted"));
        assertEnded(0, 1);
    }

    @Test
    void itsSynchronizationsAreAskedForByVolatileTwoPhaseCommit() throws Exception {
        HttpResponse<String> reply = call("depositLater");
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        assertThat(superior.participants())
                .extracting(StrangeCoordinator.Participant::protocol)
                .containsExactlyInAnyOrder("Durable2PC", "Volatile2PC");
        int onlooker = superior.participants().get(0).protocol().equals("Volatile2PC") ? 0 : 1;
        superior.tell(onlooker, "Prepare");
        superior.awaitHeard(onlooker + ":ReadOnly");
        assertThat(events.all()).contains("synchronized");
        superior.tell(1 - onlooker, "Prepare");
        Awaitility.await().until(() -> superior.heard().contains((1 - onlooker) + ":Prepared"));
        superior.tell(1 - onlooker, "Commit");
        Awaitility.await().until(() -> superior.heard().contains((1 - onlooker) + ":Committed"));
        assertEnded(1, 0);
    }

    @Test
    void whereItIsNotRegisteredTheCallFailsAndNothingIsLeft() throws Exception {
        superior.refuse();
        HttpResponse<String> reply = call("deposit");
        assertThat(reply.statusCode()).isEqualTo(500);
        assertEnded(0, 1);
    }

    // ---- crashes

    @Test
    void aVoteOutlivesACrashAndItAsks() throws Exception {
        work();
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Prepared");
        crash();
        node.node().recovery().run(true);
        superior.awaitHeard("0:Prepared", "0:Prepared");
        tellUntil("Commit", "Committed");
        assertEnded(1, 0);
    }

    @Test
    void itsReferenceOutlivesACrashBeforeItAsks() throws Exception {
        work();
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Prepared");
        crash();
        tellUntil("Rollback", "Aborted");
        assertEnded(0, 1);
    }

    /** The node can't commit before recovery has found its branch; until then it is in the state Committing. */
    @Test
    void rollback_whileTheCommitOfBeforeWaitsForRecovery_isAFault() throws Exception {
        work();
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Prepared");
        crash();
        superior.tell(0, "Commit");
        superior.tell(0, "Rollback");
        superior.awaitHeard("0:Prepared", "0:fault");
        tellUntil("Commit", "Committed");
        assertThat(superior.heard()).doesNotContain("0:Aborted");
        assertEnded(1, 0);
        Awaitility.await().until(() -> transport.participants() == 0);
    }

    @Test
    void whatWasNotPreparedIsGoneAfterACrash() throws Exception {
        work();
        crash();
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Aborted");
        assertThat(resource.committed()).isZero();
    }

    @Test
    void nothingIsSaidBeforeTheLogIsRead() throws Exception {
        work();
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Prepared");
        crash();
        node.setReady(false);
        assertThat(superior.tell(0, "Commit")).isEqualTo(202);
        assertThat(superior.heard()).containsExactly("0:Prepared");
        node.setReady(true);
        tellUntil("Commit", "Committed");
        assertEnded(1, 0);
    }

    /** Without that record only its coordinator knows the decision, and Committed would allow it to forget. */
    @Test
    void commit_logDoesNotTakeTheRecordOfIt_isNotConfirmed() throws Exception {
        work();
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Prepared");
        resource.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        storage.failAtCall(storage.calls() + 1);
        superior.tell(0, "Commit");
        Awaitility.await().until(() -> {
            superior.tell(0, "Prepare"); // ignored while it commits
            return superior.heard().size() > 1;
        });
        assertThat(superior.heard()).containsOnly("0:Prepared");
        crash();
        tellUntil("Commit", "Committed");
        assertEnded(1, 0);
    }

    @Test
    void itKeepsAskingWhoDoesNotAnswer() throws Exception {
        work();
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:Prepared");
        Waiting.awaitWhileTimePasses().until(() -> {
            clock.advance(Duration.ofSeconds(5));
            node.node().recovery().run(true);
            return superior.heard().size() >= 4;
        });
        assertThat(superior.heard()).containsOnly("0:Prepared");
        superior.tell(0, "Commit");
        Awaitility.await().until(() -> superior.heard().contains("0:Committed"));
        assertEnded(1, 0);
    }

    // ---- who has no right to it

    @Test
    void aKeyThatIsGuessedTellsNothing() throws Exception {
        work();
        StrangeCoordinator.Participant real = superior.participants().get(0);
        String guess = real.parameter().replaceFirst(".{32}$", "0".repeat(32));
        superior.tell(new StrangeCoordinator.Participant("", real.address(), guess), 0, "Rollback");
        superior.awaitHeard("0:fault");
        superior.tell(0, "Prepare");
        superior.awaitHeard("0:fault", "0:Prepared");
        superior.tell(0, "Commit");
        superior.awaitHeard("0:fault", "0:Prepared", "0:Committed");
    }

    @Test
    void aContextThatLeadsWhereNothingIsAllowedIsRefused() throws Exception {
        node.allowed = address -> false;
        HttpResponse<String> reply = call("deposit");
        assertThat(reply.statusCode()).isEqualTo(500);
        assertThat(reply.body()).contains("ASSENT-");
        assertThat(superior.participants()).isEmpty();
        assertEnded(0, 0);
    }

    // ---- interposition

    @Test
    void whoBringsACurrentContextGetsOneOfASubordinate() throws Exception {
        String create = Samples.envelope(
                "<wsa:Action>http://docs.oasis-open.org/ws-tx/wscoor/2006/06/CreateCoordinationContext</wsa:Action>"
                        + "<wsa:MessageID>urn:m:1</wsa:MessageID>",
                "<wscoor:CreateCoordinationContext>" + superior.currentContext(TRANSACTION)
                        + "<wscoor:CoordinationType>" + StrangeCoordinator.WSAT
                        + "</wscoor:CoordinationType></wscoor:CreateCoordinationContext>");
        HttpResponse<String> reply = superior.post(transport.activation(), "text/xml", create);
        assertThat(reply.body()).contains("<wscoor:Identifier>" + TRANSACTION + "</wscoor:Identifier>");
        assertThat(superior.participants()).hasSize(1);
        try (Stranger below = new Stranger(dialect())) {
            below.join(
                    Stranger.Reference.in(reply.body()),
                    "Durable2PC",
                    "D0",
                    Map.of("Prepare", "Prepared", "Commit", "Committed"));
            superior.tell(0, "Prepare");
            superior.awaitHeard("0:Prepared");
            assertThat(below.heard()).containsExactly("D0:Prepare");
            superior.tell(0, "Commit");
            superior.awaitHeard("0:Prepared", "0:Committed");
            assertThat(below.heard()).containsExactly("D0:Prepare", "D0:Commit");
        }
        assertIdle();
    }
}
