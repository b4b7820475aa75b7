package dev.assent.remote.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.AssentConfig;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import dev.assent.Setting;
import dev.assent.TransactionId;
import dev.assent.core.Internals;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import dev.assent.core.transaction.Outcome;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.CallUnsentException;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.fixture.LonelyTransport;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.Request.Begin;
import dev.assent.remote.message.Request.End;
import dev.assent.remote.message.Response;
import dev.assent.remote.node.ServingNode;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Transport;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes as applications have them: real clock, real threads, logs in folders, transports that come and go. */
@Fast
class ConnectedNodeIT {
    private static final String LEDGER_OF_B = "in-process://bank-b/ledger";

    /** The interface that nodes call. */
    interface Ledger {
        void book();

        String read();
    }

    /** One node over its lives. */
    private final class Bank implements Ledger {
        private final String name;
        private final RecordingResource resource;
        private ConnectedNode node;
        private Transport transport;

        Bank(String name) {
            this.name = name;
            this.resource = new RecordingResource(name, events);
        }

        void open(Tracer tracer) {
            AssentConfig core = AssentConfig.defaults().with(Setting.LOG_FOLDER, parent.resolve(name));
            node = ServingNode.open(core, config, tracer);
            node.assent().register(resource);
            node.export("ledger", Ledger.class, this, CallTransaction.REQUIRED);
            join();
        }

        void join() {
            transport = network.transport(name, node.assent().life().node());
            node.add(transport);
        }

        void leave() {
            node.remove(transport);
        }

        void begin() throws Exception {
            node.assent().transactionManager().begin();
            book();
        }

        @Override
        public void book() {
            try {
                node.assent().transactionManager().getTransaction().enlistResource(resource.connect());
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }

        @Override
        public String read() {
            reading.countDown();
            try {
                mayRead.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return name;
        }
    }

    @TempDir
    Path parent;

    private final ExecutorService delivery = Executors.newCachedThreadPool();
    private final LocalNetwork network = new LocalNetwork(delivery);
    private final EventList events = new EventList();
    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch mayRead = new CountDownLatch(1);
    private final Bank a = new Bank("bank-a");
    private final Bank b = new Bank("bank-b");
    private RemoteConfig config = RemoteConfig.defaults();

    @AfterEach
    void close() {
        a.node.close();
        b.node.close();
        delivery.shutdownNow();
        assertThat(a.resource.violations()).isEmpty();
        assertThat(b.resource.violations()).isEmpty();
    }

    /** Does something when a point is reached for the first time, and goes on. */
    private static Tracer at(FaultPoint point, Runnable act) {
        AtomicReference<Runnable> once = new AtomicReference<>(act);
        return (reached, id, participant) -> {
            if (reached == point) {
                Runnable first = once.getAndSet(null);
                if (first != null) {
                    first.run();
                }
            }
        };
    }

    private void commitAtBoth() throws Exception {
        a.begin();
        a.node.connect(LEDGER_OF_B, Ledger.class).book();
        a.node.assent().transactionManager().commit();
    }

    private void awaitBothCommitted() {
        Awaitility.await().until(() -> a.resource.committed() == 1 && b.resource.committed() == 1);
        Awaitility.await()
                .until(() -> Internals.coordinator(a.node.assent()).parked().isEmpty()
                        && Internals.coordinator(b.node.assent()).parked().isEmpty());
    }

    @Test
    void workOfTwoNodesCommitsTogether() throws Exception {
        a.open(null);
        b.open(null);
        commitAtBoth();
        awaitBothCommitted();
    }

    @Test
    void aSubordinateThatIsClosedInDoubtAsksWhenItIsOpenAgain() throws Exception {
        a.open(at(FaultPoint.AFTER_FORCE, b::leave));
        b.open(null);
        commitAtBoth();
        assertThat(b.resource.known()).isEqualTo(1);
        b.node.close();
        b.open(null);
        awaitBothCommitted();
    }

    @Test
    void aSuperiorThatIsClosedWithADecisionTellsItWhenItIsOpenAgain() throws Exception {
        a.open(at(FaultPoint.AFTER_FORCE, b::leave));
        b.open(null);
        commitAtBoth();
        a.node.close();
        b.join();
        a.open(null);
        awaitBothCommitted();
    }

    @Test
    void aSubordinateThatIsBeingClosedIsToldWhatIsDecided() throws Exception {
        CompletableFuture<Void> closing = new CompletableFuture<>();
        a.open(at(FaultPoint.BEFORE_FORCE, () -> {
            CompletableFuture.runAsync(b.node::close, delivery).thenRun(() -> closing.complete(null));
            Awaitility.await()
                    .until(() -> !Internals.coordinator(b.node.assent()).isRunning());
        }));
        b.open(null);
        commitAtBoth();
        closing.get();
        assertThat(b.resource.committed()).isEqualTo(1);
    }

    @Test
    void aCallUnderWayEndsBeforeItsNodeIsClosedAndNoOtherIsTaken() throws Exception {
        a.open(null);
        b.open(null);
        Ledger ledger = a.node.connect(LEDGER_OF_B, Ledger.class);
        CompletableFuture<String> reply = CompletableFuture.supplyAsync(ledger::read, delivery);
        reading.await();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(b.node::close, delivery);
        Awaitility.await()
                .untilAsserted(() -> assertThatThrownBy(ledger::book)
                        .isInstanceOf(ServiceRefusedException.class)
                        .hasMessageContainingAll("ASSENT-8024", "ledger.book"));
        assertThat(closing).isNotDone();
        mayRead.countDown();
        assertThat(reply.get()).isEqualTo("bank-b");
        closing.get();
        assertThatThrownBy(b::join).isInstanceOf(IllegalStateException.class).hasMessageContaining("ASSENT-8025");
    }

    @Test
    void aTransportThatIsMissingIsNamedWithItsArtifact() throws Exception {
        a.open(null);
        b.open(null);
        assertThatThrownBy(() -> a.node.connect("native://bank-b:7000/ledger", Ledger.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-8002", "dev.assent:assent-transport-native", "are: in-process");
        Ledger ledger = a.node.connect(LEDGER_OF_B, Ledger.class);
        a.leave();
        assertThatThrownBy(ledger::book)
                .isInstanceOf(CallUnsentException.class)
                .hasMessageContaining("assent-transport-in-process");
        a.join();
        ledger.book();
        assertThat(b.resource.committed()).isEqualTo(1);
    }

    /** Regression: the reply named no subordinate, so the work rolled back. */
    @Test
    void aTransportThatLeavesLetsCallsUnderWayEndAndBeginsNone() throws Exception {
        a.open(null);
        b.open(null);
        CountDownLatch isBack = new CountDownLatch(1);
        CompletableFuture<Void> work = CompletableFuture.runAsync(
                () -> {
                    try {
                        a.begin();
                        Ledger ledger = a.node.connect(LEDGER_OF_B, Ledger.class);
                        assertThat(ledger.read()).isEqualTo("bank-b");
                        isBack.await();
                        ledger.book();
                        a.node.assent().transactionManager().commit();
                    } catch (Exception failed) {
                        throw new IllegalStateException(failed);
                    }
                },
                delivery);
        reading.await();
        Ledger other = b.node.connect("in-process://bank-a/ledger", Ledger.class);
        CompletableFuture<Void> leaving = CompletableFuture.runAsync(b::leave, delivery);
        Awaitility.await().untilAsserted(() -> assertThatThrownBy(other::book).isInstanceOf(CallUnsentException.class));
        assertThat(leaving).isNotDone();
        mayRead.countDown();
        leaving.get();
        b.join();
        isBack.countDown();
        work.get();
        assertThat(b.resource.committed()).isEqualTo(1);
    }

    @Test
    void aSuperiorWhoseAddressIsNotAllowedIsRefused() throws Exception {
        a.open(null);
        config = config.with(RemoteSetting.ALLOWED_ADDRESSES, "in-process://bank-c");
        b.open(null);
        a.begin();
        Ledger ledger = a.node.connect(LEDGER_OF_B, Ledger.class);
        assertThatThrownBy(ledger::book)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8016");
        a.node.assent().transactionManager().rollback();
    }

    /** A transport that can be neither opened nor closed, or closed alone. */
    private static final class Broken extends LonelyTransport {
        private final boolean opens;

        Broken(boolean opens) {
            super("broken");
            this.opens = opens;
        }

        @Override
        public void open(Inbound inbound) {
            if (!opens) {
                throw new IllegalStateException("no such port");
            }
        }

        @Override
        public void close() {
            throw new IllegalStateException("can't be closed");
        }
    }

    @Test
    void aTransportThatIsBrokenKeepsNeitherItsSchemeNorTheNodeOpen() throws Exception {
        a.open(null);
        b.open(null);
        assertThatThrownBy(() -> a.node.add(new Broken(false)))
                .hasMessage("no such port")
                .hasSuppressedException(new IllegalStateException("can't be closed"));
        Broken first = new Broken(true);
        a.node.add(first);
        assertThatThrownBy(() -> a.node.add(new Broken(true))).hasMessageContaining("ASSENT-8001");
        assertThatThrownBy(() -> a.node.remove(first)).hasMessage("can't be closed");
        a.node.add(new Broken(true));
        a.node.close();
        a.open(null);
    }

    // ---- what operators see

    private static OperatorAnswer ask(ConnectedNode node, Verb verb, String subject, boolean isJson, String... lost) {
        OperatorRequest request = new OperatorRequest(verb, subject, new Flags(false, isJson, false), "", Set.of(lost));
        return node.assent().operator().run(request);
    }

    private static String list(ConnectedNode node, boolean isJson) {
        return ask(node, Verb.LIST, "", isJson).text();
    }

    /** The report on a node's folder while the node does not run. */
    private String dead(Bank bank) {
        AssentConfig core = AssentConfig.defaults().with(Setting.LOG_FOLDER, parent.resolve(bank.name));
        try (ConnectedNode read = ConnectedNode.openToRead(core, config)) {
            return list(read, false) + "\n" + list(read, true);
        }
    }

    private static String nameOf(Bank bank) {
        return "node-" + idOf(bank).substring(0, 8);
    }

    private static String idOf(Bank bank) {
        return bank.node.assent().life().node().toString();
    }

    @Test
    void bothEndsTellOperatorsOfEachOtherAlsoFromTheFoldersOfDeadNodes() throws Exception {
        a.open(at(FaultPoint.AFTER_FORCE, b::leave));
        b.open(null);
        commitAtBoth();
        String subordinate = "  subordinate " + nameOf(b)
                + " at in-process://bank-b: not confirmed; it has voted prepared;" + " waits for the request to commit";
        String[] fields = {
            "\"node\": \"" + idOf(b) + "\"",
            "\"address\": \"in-process://bank-b\"",
            "\"prepared\": true",
            "\"waitsFor\": \"commit\""
        };
        String superior = "node " + idOf(a) + " at in-process://bank-a";

        assertThat(list(a.node, false))
                .contains(subordinate + "; it last said ")
                .contains("ASSENT-8062");
        assertThat(list(a.node, true)).contains(fields);
        assertThat(list(b.node, true)).contains("\"superior\": \"" + superior + "\"", "\"standing\": \"prepared\"");
        a.node.close();
        b.node.close();
        assertThat(dead(a)).contains(subordinate + "\n").contains(fields);
        assertThat(dead(b)).contains(superior, "\"standing\": \"prepared\"");
        a.open(null);
        b.open(null);
        awaitBothCommitted();
    }

    @Test
    void aSubordinateOfATransactionUnderWayIsShown() throws Exception {
        a.open(null);
        b.open(null);
        a.begin();
        a.node.connect(LEDGER_OF_B, Ledger.class).book();
        String id = String.valueOf(a.node.assent().transactionManager().getTransaction());
        String digits = id.replaceAll(".*?([0-9a-f]{64}).*", "$1");
        assertThat(ask(a.node, Verb.SHOW, digits, false).text())
                .contains(
                        "subordinate  " + nameOf(b) + " at in-process://bank-b: not asked; waits for the application");
        a.node.assent().transactionManager().rollback();
    }

    private static Response ask(Transport from, dev.assent.remote.message.Request request) throws Exception {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        from.peer("in-process://bank-a").ask(request, 900_000, answer::complete);
        return answer.get();
    }

    @Test
    void aClientThatIsStuckBeginsAgainWhenAnOperatorHasEndedItsWorkWhichItIsTold() throws Exception {
        config = config.with(RemoteSetting.CLIENT_TRANSACTIONS_MAX, 2);
        a.open(null);
        b.open(null);
        Transport client = network.transport("client", null);
        dev.assent.remote.message.Request begin = new Begin(3_600_000);
        TransactionId first = ((Response.Begun) ask(client, begin)).context().id();
        ask(client, begin);
        assertThat(((Response.Refused) ask(client, begin)).text()).contains("ASSENT-8084", "in-process://client");
        assertThat(ask(a.node, Verb.ROLLBACK, first.toString(), false).text())
                .contains("ASSENT-4026", "'./assent log end " + first + "'");
        assertThat(ask(a.node, Verb.SHOW, first.toString(), false).text()).contains("begun by in-process://client");

        assertThat(ask(a.node, Verb.END_ALL_OF, "in-process://client", false).text())
                .startsWith("done: ended: 2 transactions of in-process://client");

        Response.Ended told = (Response.Ended) ask(client, new End(first, true, List.of()));
        assertThat(told.outcome()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(told.why()).contains("ASSENT-2062", "by " + System.getProperty("user.name"));
        Awaitility.await().until(() -> ask(client, begin) instanceof Response.Begun);
        assertThat(ask(a.node, Verb.END_ALL_OF, "in-process://client", false).status())
                .isEqualTo(OperatorAnswer.CLEAR);
        client.close();
    }

    @Test
    void aSubordinateThatIsGoneForGoodIsGivenUp() throws Exception {
        a.open(at(FaultPoint.AFTER_FORCE, b::leave));
        b.open(null);
        commitAtBoth();
        String id = Internals.coordinator(a.node.assent())
                .parked()
                .iterator()
                .next()
                .id()
                .toString();
        assertThat(ask(a.node, Verb.FORGET, id, false, nameOf(b)).text())
                .startsWith("done: forgotten; lost for good and not asked: '" + nameOf(b) + "'");
        assertThat(Internals.coordinator(a.node.assent()).parked()).isEmpty();
    }
}
