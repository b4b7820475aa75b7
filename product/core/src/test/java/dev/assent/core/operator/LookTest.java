package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import dev.assent.TransactionId;
import dev.assent.core.audit.AuditTrail;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.SimulatedCrash;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingLocalResource;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.local.LocalResource;
import dev.assent.core.log.AsideLogs;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.operator.NodeState.Mode;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The answers to an operator who looks: no more and no less than is known, and looking changes nothing. */
@Fast
class LookTest {
    private static final Flags WHAT_IF = new Flags(true, false, false);
    private static final Flags JSON = new Flags(false, true, false);

    private final EventList events = new EventList();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final RecordingLocalResource plain = new RecordingLocalResource("ledger", events, false);
    private final RecordingLocalResource marked = new RecordingLocalResource("archive", events, true);
    private final SimulatedDisk disk = new SimulatedDisk();
    private Consumer<FaultPoint> atPoint = reached -> {};
    private TestNode node = start();
    private boolean isOpening;
    private boolean hasAllResources;

    private TestNode start() {
        TestNode started = TestNode.builder()
                .events(events)
                .disk(disk)
                .tracer((point, id, participant) -> atPoint.accept(point))
                .open();
        started.register(orders);
        started.resources().register(plain);
        started.resources().register(marked);
        return started;
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    private OperatorAnswer ask(Verb verb, String subject, Flags flags) {
        Operator operator = new Operator(new Operator.Parts(
                node.coordinator(),
                node.recovery(),
                AsideLogs.NONE,
                AuditTrail.NONE,
                Runnable::run,
                () -> isOpening
                        ? new NodeState(Mode.OPENING, "running")
                        : hasAllResources ? NodeState.RUNNING.withAllResources() : NodeState.RUNNING));
        List<OperatorAnswer> answers = new ArrayList<>();
        new OperatorConsole(operator).run(new OperatorRequest(verb, subject, flags, ""), "alice", answers::add);
        assertThat(answers).as("answered once").hasSize(1);
        return answers.get(0);
    }

    private OperatorAnswer list() {
        return ask(Verb.LIST, "", Flags.NONE);
    }

    /** The process ends at this point of a commit with a last resource, and the node is started again. */
    private TransactionId crash(RecordingLocalResource last, FaultPoint point) throws Exception {
        JtaTransaction begun = node.beginOn(orders);
        begun.enlistLastResource(last.name(), last.work());
        atPoint = reached -> {
            if (reached == point) {
                throw new SimulatedCrash(point.name());
            }
        };
        assertThatThrownBy(begun::commit).isInstanceOf(SimulatedCrash.class);
        atPoint = reached -> {};
        node.close();
        orders.restart();
        node = start();
        return begun.id();
    }

    private String json(Verb verb, String subject) {
        return ask(verb, subject, JSON).text().replaceAll("\\s", "");
    }

    // ---- whether all is well

    @Test
    void nothingIsInDoubtOnlyWhenTheResourcesWereAsked() {
        assertThat(list().text()).contains("nothing is in doubt").doesNotContain("under way");
        assertThat(json(Verb.LIST, "")).contains("\"clear\":true");
        isOpening = true;
        assertThat(list().status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(list().text())
                .contains("is not known: the node's resources are still being opened")
                .doesNotContain("nothing is in doubt");
        isOpening = false;
        orders.setOutage(new IOException("no route to host"));
        assertThat(list().text()).contains("is not known: not every resource was reached");
        orders.setOutage(null);
        node.unregister(orders.name());
        node.resources().unregister(plain);
        node.resources().unregister(marked);
        assertThat(list().status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(list().text()).contains("is not known: no resource was asked");
        assertThat(json(Verb.LIST, "")).contains("\"clear\":false");
    }

    /** As of a coordinator, whose transactions have branches at other nodes alone: else monitoring could not use it. */
    @Test
    void nothingIsInDoubtAtANodeThatHasNoResources() {
        node.unregister(orders.name());
        node.resources().unregister(plain);
        node.resources().unregister(marked);
        hasAllResources = true;
        assertThat(list().status()).isEqualTo(OperatorAnswer.CLEAR);
        assertThat(list().text()).contains("resource  none: this node has none", "nothing is in doubt");
        assertThat(json(Verb.LIST, "")).contains("\"clear\":true");
        isOpening = true;
        assertThat(list().status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(new NodeState(Mode.NO_LOG, "").withAllResources().hasAllResources())
                .as("only its log would name them")
                .isFalse();
    }

    @Test
    void whatAPeerSaysOverManyLinesIsToldOnOneBoundedLine() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        RecordingResource stock = new RecordingResource("stock", events);
        node.register(stock);
        node.beginOn(orders, stock).commit();
        StringWriter trace = new StringWriter();
        new IllegalStateException("the peer is ill").printStackTrace(new PrintWriter(trace));
        orders.setOutage(new IOException(trace.toString().repeat(50)));
        node.recovery().run(true);
        String line = list().text()
                .lines()
                .filter(each -> each.startsWith("resource  orders: not reached"))
                .findFirst()
                .orElseThrow();
        assertThat(line).contains("the peer is ill").hasSizeLessThan(1_200);
        assertThat(list().text()).doesNotContain("\tat ");
        assertThat(node.notices().of(4001))
                .singleElement()
                .asString()
                .contains("the peer is ill", "recovery tries again")
                .doesNotContain("\n");
        orders.setOutage(null);
    }

    @Test
    void whileResourcesAreStillBeingOpenedWhatIsAskedAboutATransactionIsRefusedAndNotCalledUnknown() throws Exception {
        TransactionId id = crash(plain, FaultPoint.BEFORE_LAST);
        isOpening = true;
        for (Flags flags : List.of(Flags.NONE, WHAT_IF)) {
            assertThat(ask(Verb.COMMIT, id.toString(), flags).text()).contains("ASSENT-4051", id.toString());
            assertThat(ask(Verb.FORGET, "ffff", flags).text()).contains("ASSENT-4051", "'ffff'");
        }
        assertThat(ask(Verb.SHOW, id.toString(), WHAT_IF).text())
                .contains("on commit    refused: the node's resources are still being opened");
        isOpening = false;
        assertThat(ask(Verb.COMMIT, id.toString(), Flags.NONE).status()).isEqualTo(OperatorAnswer.CLEAR);
    }

    /** Such as a driver's that lacks a class. */
    @Test
    void aResourceThatCannotTellWhenABranchWasPreparedIsListedAllTheSame() {
        node.unregister(orders.name());
        node.register(new TimedResource(orders, connection -> {
            throw new NoClassDefFoundError("driver");
        }));
        orders.plant(new BranchXid(
                new LocalTransactionId(node.coordinator().life(), 17),
                node.coordinator().life(),
                BranchXid.PRESUMED_ABORT,
                1));
        assertThat(list().text()).contains("resource  orders: 1 in doubt", "since unknown");
    }

    // ---- in JSON

    @Test
    void whatAnActWouldDoIsToldInJsonAsWell() throws Exception {
        String id = crash(plain, FaultPoint.BEFORE_LAST).toString();
        Flags whatIf = new Flags(true, true, false);
        OperatorAnswer commit = ask(Verb.COMMIT, id, whatIf);
        assertThat(commit.status()).isEqualTo(OperatorAnswer.CLEAR);
        assertThat(commit.text()).startsWith("{").contains("\"result\": \"would\"", "commits on the others");
        OperatorAnswer forget = ask(Verb.FORGET, id, whatIf);
        assertThat(forget.status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(forget.text()).startsWith("{").contains("\"result\": \"refused\"", "ASSENT-4010");
        OperatorAnswer adopt = ask(Verb.ADOPT, "7".repeat(32), whatIf);
        assertThat(adopt.text()).startsWith("{").contains("\"result\": \"would\"", "adopted without a log");
        OperatorAnswer unknown = ask(Verb.COMMIT, "ffff", whatIf);
        assertThat(unknown.text()).startsWith("{").contains("\"result\": \"refused\"", "ASSENT-4031");
        assertThat(node.coordinator().parked()).as("nothing was done").hasSize(1);
    }

    @Test
    void whatIsDecidedIsShownWithItsTimeAndWouldOnlyBeDoneAsDecided() throws Exception {
        RecordingResource other = new RecordingResource("payments", events);
        node.register(other);
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction begun = node.beginOn(orders, other);
        Instant decided = Instant.ofEpochMilli(node.clock().epochMillis());
        begun.commit();
        orders.setOutage(new IOException("no route to host"));
        node.clock().advance(Duration.ofMinutes(1));
        String id = begun.id().toString();
        assertThat(json(Verb.SHOW, id)).contains("\"since\":\"" + decided + "\"");
        assertThat(ask(Verb.COMMIT, id, WHAT_IF).text()).contains("commits on 'orders'");
        assertThat(ask(Verb.ROLLBACK, id, WHAT_IF).text()).contains("its decision is commit");
    }

    @Test
    void inJsonResourcesThatAreWaitedForAreNamesAndAllElseIsAWord() throws Exception {
        String ofOperator = crash(plain, FaultPoint.BEFORE_LAST).toString();
        assertThat(json(Verb.SHOW, ofOperator)).contains("\"waitsFor\":[],\"waitsForOther\":\"operator\"");
        String ofMarker = crash(marked, FaultPoint.BEFORE_LAST).toString();
        assertThat(json(Verb.SHOW, ofMarker)).contains("\"waitsFor\":[\"archive\"],\"waitsForOther\":null");
        JtaTransaction active = node.beginOn(orders);
        assertThat(json(Verb.SHOW, active.id().toString()))
                .contains("\"waitsFor\":[],\"waitsForOther\":\"application\"");
        active.rollback();
    }

    @Test
    void whatIsToBeForgottenWaitsForTheResourcesThatAreToBeTold() throws Exception {
        RecordingResource other = new RecordingResource("payments", events);
        node.register(other);
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction begun = node.beginOn(orders, other);
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        orders.setOutage(new IOException("no route to host"));
        String id = begun.id().toString();
        assertThat(json(Verb.SHOW, id)).contains("\"waitsFor\":[],\"waitsForOther\":\"operator\"");
        assertThat(ask(Verb.FORGET, id, Flags.NONE).text()).contains("waiting");
        assertThat(json(Verb.SHOW, id)).contains("\"waitsFor\":[\"orders\"],\"waitsForOther\":null");
        orders.setOutage(null);
    }

    @Test
    void theModeOfANodeIsAWord() {
        assertThat(json(Verb.LIST, "")).contains("\"mode\":\"running\",\"state\":\"running\"");
        isOpening = true;
        assertThat(json(Verb.LIST, "")).contains("\"mode\":\"opening\"");
    }

    // ---- last resources

    @Test
    void aMarkerIsReadAndLeftAsItIs() throws Exception {
        TransactionId id = crash(marked, FaultPoint.AFTER_LAST);
        String show = ask(Verb.SHOW, id.toString(), Flags.NONE).text();
        assertThat(show)
                .contains("on archive: not confirmed; at the resource committed", "its commit marker says that it did")
                .doesNotContain("not registered");
        assertThat(json(Verb.SHOW, id.toString())).contains("\"atResource\":\"committed\"");
        assertThat(marked.marked()).containsExactly(id);
        assertThat(ask(Verb.COMMIT, id.toString(), WHAT_IF).text()).isEqualTo("commits on the others");
        assertRefused(Verb.ROLLBACK, id, "and says that it committed");
    }

    @Test
    void aMarkerThatIsTakenIsNoCommit() throws Exception {
        TransactionId id = crash(marked, FaultPoint.BEFORE_LAST);
        try (LocalResource.Markers markers = marked.openMarkers()) {
            assertThat(markers.isCommitted(id)).isFalse();
        }
        assertThat(ask(Verb.ROLLBACK, id.toString(), WHAT_IF).text()).isEqualTo("rolls back on the others");
        assertRefused(Verb.COMMIT, id, "and says that it did not commit");
    }

    /** The operator hears it in a dry run, and in the answer to the act. */
    private void assertRefused(Verb verb, TransactionId id, String why) {
        assertThat(ask(verb, id.toString(), WHAT_IF).text())
                .startsWith("refused: its commit marker decides, ")
                .endsWith(why);
        assertThat(ask(verb, id.toString(), Flags.NONE).text()).contains("ASSENT-4048", "'archive'");
        assertThat(node.coordinator().find(id).step()).isEqualTo(Step.IN_DOUBT);
    }

    @Test
    void aMarkerThatIsNotThereIsNotPutThere() throws Exception {
        TransactionId id = crash(marked, FaultPoint.BEFORE_LAST);
        assertThat(ask(Verb.SHOW, id.toString(), Flags.NONE).text())
                .contains("at the resource no-marker", "unless its commit is on its way");
        String missing = "and is missing, so recovery will write one that says 'not committed', if it still can";
        assertRefused(Verb.COMMIT, id, missing);
        assertRefused(Verb.ROLLBACK, id, missing);
        assertThat(marked.marked()).as("nothing is claimed").isEmpty();
        assertThat(node.coordinator().find(id).step()).isEqualTo(Step.IN_DOUBT);
    }

    @Test
    void aLastResourceWithoutMarkersIsUnknownForThatReason() throws Exception {
        TransactionId id = crash(plain, FaultPoint.BEFORE_LAST);
        assertThat(ask(Verb.SHOW, id.toString(), Flags.NONE).text())
                .contains("on ledger: not confirmed; at the resource unknown: the resource keeps no commit markers");
        assertThat(list().text())
                .contains("resource  ledger: last resource without commit markers")
                .contains("resource  archive: last resource with commit markers");
    }

    @Test
    void aLastResourceThatIsDownIsNamedAndItsPartIsUnknown() throws Exception {
        assertThat(list().status()).isEqualTo(OperatorAnswer.CLEAR);
        TransactionId id = crash(marked, FaultPoint.AFTER_LAST);
        marked.setOutage(new IOException("no route to host"));
        assertThat(ask(Verb.SHOW, id.toString(), Flags.NONE).text())
                .contains("at the resource unknown: the resource is not reached", "not reached  archive");
        node.recovery().run(true);
        marked.setOutage(null);
        node.recovery().run(true);
        assertThat(list().status()).isEqualTo(OperatorAnswer.CLEAR);
        plain.setOutage(new IOException("no route to host"));
        OperatorAnswer answer = list();
        assertThat(answer.status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(answer.text()).contains("ledger: last resource, not reached", "no route to host");
        assertThat(json(Verb.LIST, ""))
                .contains("\"lastResources\":[{\"name\":\"archive\",\"reached\":true,\"problem\":null,"
                        + "\"commitMarkers\":true},{\"name\":\"ledger\",\"reached\":false,");
    }

    @Test
    void whatAResourceSaidThatDoesNotEndItsBranchIsShown() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_RETRY);
        JtaTransaction transaction = node.beginOn(orders);
        transaction.enlistLastResource("ledger", plain.work());
        transaction.commit();
        String id = transaction.id().toString();

        assertThat(ask(Verb.SHOW, id, Flags.NONE).text()).contains("it last said XA_RETRY");
        assertThat(json(Verb.SHOW, id)).contains("\"problem\":\"XA_RETRY\"");
    }
}
