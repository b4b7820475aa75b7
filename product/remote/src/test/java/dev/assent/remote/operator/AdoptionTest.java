package dev.assent.remote.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.Durability;
import dev.assent.core.log.RecordKind;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.operator.OperatorConsole;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Response;
import dev.assent.remote.superior.Decisions;
import dev.assent.remote.transport.Caller;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A node takes over the branches of another, and the records of its log (law 2). */
@Fast
class AdoptionTest {
    private static final NodeId OTHER = new NodeId(7, 7);

    private final OperatedNode world = new OperatedNode();

    @AfterEach
    void closeNode() {
        world.close();
    }

    /** The folder is copied to another place while a decision waits and a branch is undecided. */
    private TransactionId copyWithADecision() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = world.node.beginOn(world.orders, world.payments);
        transaction.commit();
        NodeEpoch life = world.coordinator().life();
        world.payments.plant(new BranchXid(new LocalTransactionId(life, 99), life, BranchXid.PRESUMED_ABORT, 1));
        world.disk = world.disk.copy("machine 2");
        world.newNode = new NodeId(3, 4);
        world.restart();
        world.recovery().run(true);
        assertThat(world.orders.known() + world.payments.known())
                .as("left alone")
                .isEqualTo(2);
        return transaction.id();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAdoptedLogIsFollowedAndWithoutADecisionOnlyWhenItIsWhole(boolean isWhole) throws Exception {
        NodeId copied = world.coordinator().life().node();
        TransactionId decided = copyWithADecision();
        assertThat(world.fileLog.aside().nodes()).containsExactly(copied);

        assertThat(world.adopt(copied, isWhole).kind()).isEqualTo(Kind.DONE);

        assertThat(world.coordinator().knows(decided)).isTrue();
        assertThat(world.fileLog.aside().nodes())
                .as("nobody is reminded any more")
                .isEmpty();
        world.restart();
        world.recovery().run(true);
        assertThat(world.orders.committed()).as("decided").isEqualTo(1);
        assertThat(world.payments.rolledBack()).as("not decided").isEqualTo(isWhole ? 1 : 0);
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void commitMarkersOfAnAdoptedNodeGoWhenItsLogTellsThatNobodyAsksForThem(boolean isWhole) throws Exception {
        NodeId copied = world.coordinator().life().node();
        JtaTransaction transaction = world.begin(world.archive);
        transaction.commit();
        copyWithADecision();
        assertThat(world.archive.marked()).as("another node's").containsExactly(transaction.id());

        world.adopt(copied, isWhole);
        world.recovery().run(true);

        assertThat(world.archive.marked())
                .as("without the whole log it may be all that tells")
                .hasSize(isWhole ? 0 : 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"BEFORE_FORCE", "AFTER_FORCE"})
    void aCrashInAnAdoptionAdoptsWhollyOrNotAtAll(FaultPoint point) throws Exception {
        NodeId copied = world.coordinator().life().node();
        TransactionId decided = copyWithADecision();
        world.crash(point, () -> world.adopt(copied, true));
        world.disk = world.disk.snapshot();
        world.disk.losePower(world.random);
        world.restart();

        world.recovery().run(true);

        boolean isAdopted = point == FaultPoint.AFTER_FORCE;
        assertThat(world.coordinator().adoption(copied) != null).isEqualTo(isAdopted);
        assertThat(world.coordinator().knows(decided)).isFalse();
        assertThat(world.orders.committed()).isEqualTo(isAdopted ? 1 : 0);
        assertThat(world.payments.rolledBack()).isEqualTo(isAdopted ? 1 : 0);
    }

    @Test
    void whatCannotBeAdoptedIsRefusedWithTheReason() {
        assertThat(world.adopt(world.coordinator().life().node(), false).text())
                .contains("ASSENT-4030", "it is this node");
        assertThat(world.adopt(OTHER, true).text()).contains("ASSENT-4030", "leave out '--log-is-whole'");
        assertThat(world.adopt(OTHER, false).kind()).isEqualTo(Kind.DONE);
        assertThat(world.adopt(OTHER, false).text())
                .contains("it was adopted before, by alice at 1970-01-01T00:00:01Z");
    }

    @Test
    void anAdoptionThatDoesNotFitIntoTheLogLeavesNoTrace() throws Exception {
        NodeId copied = world.coordinator().life().node();
        copyWithADecision();
        world.node.log().refuseNextAppend();
        assertThat(world.adopt(copied, true).text()).contains("ASSENT-3010");
        assertThat(world.coordinator().adoption(copied)).isNull();
        assertThat(world.adopt(copied, true).kind()).isEqualTo(Kind.DONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDamagedLogOfAnotherNodeIsNamedAndHoldsUpNoOtherAct(boolean isTorn) throws Exception {
        NodeId copied = world.coordinator().life().node();
        copyWithADecision();
        String segment = "segment-b.of-" + copied;
        if (isTorn) {
            byte[] content = world.disk.content(segment);
            content[100] ^= 1;
            world.disk.put(segment, content);
        } else {
            world.disk.remove(segment);
        }
        OperatorConsole console = new OperatorConsole(world.operator);
        OperatorRequest whatIf = new OperatorRequest(Verb.ADOPT, copied.toString(), new Flags(true, false, false), "");
        List<OperatorAnswer> answers = new ArrayList<>();
        console.run(whatIf, "alice", answers::add);
        assertThat(answers)
                .singleElement()
                .extracting(OperatorAnswer::text)
                .asString()
                .contains("ASSENT-4030", segment);

        assertThat(world.adopt(copied, true).text()).contains("ASSENT-4030", "can't be trusted", segment);

        assertThat(world.audit.get(world.audit.size() - 1)).contains("hears: adopt " + copied, "REFUSED");
        assertThat(world.adopt(OTHER, false).kind()).as("the next act").isEqualTo(Kind.DONE);
    }

    private OperatorAnswer adopt(String digits) {
        List<OperatorAnswer> answers = new ArrayList<>();
        new OperatorConsole(world.operator)
                .run(new OperatorRequest(Verb.ADOPT, digits, Flags.NONE, ""), "alice", answers::add);
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    /** A branch is named by the node that began its transaction, and belongs to the one that was called. */
    @Test
    void aNodeIsAdoptedByTheDigitsByWhichTheListNamesIt() {
        NodeEpoch began = new NodeEpoch(new NodeId(0x49c3cbc922445ebdL, 1), 3, 0);
        NodeEpoch called = new NodeEpoch(OTHER, 5, 0);
        world.orders.plant(new BranchXid(new LocalTransactionId(began, 17), called, BranchXid.PRESUMED_ABORT, 1));
        assertThat(world.list()).contains("49c3cbc9-3-17  of-another-node");
        assertThat(adopt("49C3CBC9").text()).contains("done: adopted");
        assertThat(world.coordinator().adoption(began.node())).isNotNull();
        assertThat(adopt("node-" + OTHER.toString().substring(0, 16)).text()).contains("done: adopted");
        assertThat(world.coordinator().adoption(OTHER)).isNotNull();
    }

    @Test
    void digitsOfSeveralNodesAreRefusedWithTheCandidates() {
        NodeId one = new NodeId(0x49c3cbc922445ebdL, 1);
        NodeId two = new NodeId(0x49c3cbc922445ebdL, 2);
        world.plantAtBoth(one);
        world.plantAtBoth(two);
        OperatorAnswer refused = adopt("49c3cbc9");
        assertThat(refused.status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(refused.text()).contains("ASSENT-4060", "2 nodes", one.toString(), two.toString());
        assertThat(world.coordinator().adoptions()).isEmpty();
        assertThat(adopt(two.toString()).text()).contains("done: adopted");
    }

    @Test
    void anOldCopyIsNotTakenForWholeThoughAnOperatorVouchesForIt() {
        NodeEpoch life = world.coordinator().life();
        NodeEpoch lost = new NodeEpoch(life.node(), life.epoch() + 1, 0);
        world.orders.plant(OperatedNode.branch(lost, BranchXid.PRESUMED_ABORT, 1));
        world.recovery().run(true);
        world.payments.plant(OperatedNode.branch(life, BranchXid.PRESUMED_ABORT, 2));
        world.disk = world.disk.copy("machine 2");
        world.newNode = new NodeId(3, 4);
        world.restart();

        assertThat(world.adopt(life.node(), true).text()).contains("wait to be resolved", "old copy");

        for (int starts = 0; starts < 2; starts++) {
            assertThat(world.coordinator().adoption(life.node()).whole().isEmpty())
                    .isTrue();
            assertThat(world.recovery().run(true).leftAlone()).isEqualTo(2);
            world.restart();
        }
    }

    /** Its node was in epoch 2 twice: this log lacks the decisions of the first one. */
    @Test
    void anOldCopyOfOneEpochAgoThatIsPutBackInItsPlaceLeavesTheBranchesOfTheLostLifeAlone() throws Exception {
        SimulatedDisk copy = world.disk.snapshot();
        world.newNode = new NodeId(1, 77);
        world.restart();
        NodeEpoch lost = world.coordinator().life();
        world.payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        world.node.beginOn(world.orders, world.payments).commit();
        assertThat(world.orders.committed()).isOne();
        world.disk = copy;
        world.newNode = new NodeId(1, 78);
        for (int starts = 0; starts < 3; starts++) {
            world.restart();
            assertThat(world.recovery().run(true).leftAlone()).isOne();
            assertThat(world.payments.known()).isOne();
            assertThat(world.node.notices().of(4007)).hasSize(1);
            assertThat(world.coordinator().knowsAllOf(lost)).isFalse();
        }
        assertThat(world.payments.rolledBack()).isZero();
    }

    /** It may be committed elsewhere, by a decision that the old copy has not. */
    @ParameterizedTest
    @ValueSource(ints = {XAException.XAER_RMFAIL, XAException.XA_HEURCOM})
    void whatIsResolvedOfAnOldCopyIsNoWordForOtherParticipants(int code) {
        NodeEpoch life = world.coordinator().life();
        BranchXid xid = OperatedNode.branch(life, BranchXid.PRESUMED_ABORT, 2);
        world.payments.plant(xid);
        world.disk = world.disk.copy("machine 2");
        world.newNode = new NodeId(3, 4);
        world.restart();
        world.adopt(life.node(), false);
        world.payments.fails(XaVerb.ROLLBACK, code);

        world.resolve(xid.transaction(), false);

        BranchRef stranger = BranchRef.ofStranger(xid.transaction(), "in-process://elsewhere");
        for (int starts = 0; starts < 2; starts++) {
            assertThat(world.coordinator().knows(xid.transaction())).isTrue();
            Decisions decisions = new Decisions(world.coordinator(), world.recovery());
            Response answer =
                    decisions.answer(new Caller(null, "stranger"), (LocalTransactionId) xid.transaction(), stranger);
            assertThat(((Response.Refused) answer).why()).isEqualTo(Response.Why.NOT_MINE);
            world.restart();
        }
    }

    // ---- a node that had adopted another

    /** The next copy of the folder, at a node that has adopted the one before with its whole log. */
    private NodeId copyOfOneThatHasAdopted() throws Exception {
        NodeId first = world.coordinator().life().node();
        copyWithADecision();
        assertThat(world.adopt(first, true).kind()).isEqualTo(Kind.DONE);
        world.disk = world.disk.copy("machine 3");
        world.newNode = new NodeId(5, 6);
        NodeId second = world.coordinator().life().node();
        world.restart();
        return second;
    }

    /** A force by another thread makes the records durable, up to the one with the adoption in it. */
    private SimulatedDisk diskBehindTheAdoptionWithin(NodeId node) {
        SimulatedDisk[] then = new SimulatedDisk[1];
        world.node.log().onAppend((kind, position) -> {
            if (kind == RecordKind.ADOPTED) {
                assertThat(world.fileLog.force(position, late -> {})).isEqualTo(Durability.DURABLE);
                then[0] = world.disk.snapshot();
            }
        });
        assertThat(world.adopt(node, true).kind()).isEqualTo(Kind.DONE);
        then[0].losePower(world.random);
        return then[0];
    }

    /** The third node was adopted for that life, and its branches without a decision rolled back. */
    @Test
    void aCrashBeforeAnAdoptionIsOnRecordAdoptsNoThirdNodeEither() throws Exception {
        NodeId second = copyOfOneThatHasAdopted();
        world.disk = diskBehindTheAdoptionWithin(second);
        world.restart();

        world.recovery().run(true);

        assertThat(world.coordinator().adoptions()).isEmpty();
        assertThat(world.orders.known() + world.payments.known())
                .as("left alone")
                .isEqualTo(2);
        assertThat(world.adopt(second, true).kind()).as("asked again").isEqualTo(Kind.DONE);
    }

    @Test
    void anAdoptionIncludesWhatTheAdoptedNodeHadAdopted() throws Exception {
        NodeId first = world.coordinator().life().node();
        NodeId second = copyOfOneThatHasAdopted();
        assertThat(world.adopt(second, true).kind()).isEqualTo(Kind.DONE);
        assertThat(world.coordinator().adoption(first)).isNotNull();
        world.restart();
        assertThat(world.coordinator().adoption(first)).isNotNull();
        world.recovery().run(true);
        assertThat(world.orders.committed() + world.payments.rolledBack()).isEqualTo(2);
    }

    /** Regression: the node released it together with the records that the crash had left. */
    @Test
    void anAdoptionOfItsOwnOutlivesACrashInAnotherThatHasTheSameNode() throws Exception {
        NodeId first = world.coordinator().life().node();
        NodeId second = copyOfOneThatHasAdopted();
        world.adopt(first, false);
        world.disk = diskBehindTheAdoptionWithin(second);
        for (int starts = 0; starts < 3; starts++) {
            world.restart();
            assertThat(world.coordinator().adoption(second)).isNull();
            assertThat(world.coordinator().adoption(first).whole().isEmpty()).isTrue();
        }
    }

    /** Regression: the node released it with the records that the adopted node's own crash had left. */
    @Test
    void anAdoptionOfItsOwnOutlivesThatOfANodeThatCrashedWhileItAdoptedOneThatHasTheSame() throws Exception {
        NodeId first = world.coordinator().life().node();
        NodeId second = copyOfOneThatHasAdopted();
        NodeId third = world.coordinator().life().node();
        world.disk = diskBehindTheAdoptionWithin(second).copy("machine 4");
        world.newNode = new NodeId(7, 8);
        world.restart();
        world.adopt(first, false);

        assertThat(world.adopt(third, true).kind()).isEqualTo(Kind.DONE);

        for (int starts = 0; starts < 3; starts++) {
            world.restart();
            assertThat(world.coordinator().adoption(third)).isNotNull();
            assertThat(world.coordinator().adoption(second)).isNull();
            assertThat(world.coordinator().adoption(first)).isNotNull();
        }
    }

    @Test
    void anAdoptionOfItsOwnOutlivesAnotherOfTheSameNodeThatTheLogRefuses() throws Exception {
        NodeId first = world.coordinator().life().node();
        NodeId second = copyOfOneThatHasAdopted();
        world.adopt(first, false);
        world.node.log().onAppend((kind, position) -> world.node.log().refuseNextAppend());
        assertThat(world.adopt(second, true).kind()).isEqualTo(Kind.REFUSED);
        world.restart();
        assertThat(world.coordinator().adoption(first)).isNotNull();
    }

    /**
     * The lost node may have acknowledged a commit that the copy of its log does not have: its superior forgets it then, and
     * presumes rollback.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRollbackThatItsSuperiorMayPresumeIsLeftToOperatorsUnlessTheLogIsWhole(boolean isWhole) throws Exception {
        TransactionId id = world.prepare();
        NodeId lost = world.coordinator().life().node();
        world.superior.answers(word -> word.decided(false));
        world.disk = world.disk.copy("machine 2");
        world.newNode = new NodeId(5, 6);
        world.restart();
        assertThat(world.adopt(lost, isWhole).kind()).isEqualTo(Kind.DONE);
        world.recovery().run(true);
        world.recovery().run(true);
        assertThat(world.orders.rolledBack() + world.payments.rolledBack()).isEqualTo(isWhole ? 2 : 0);
        if (!isWhole) {
            assertThat(world.known(id).step()).isEqualTo(Step.PREPARED);
            assertThat(world.node.notices().of(4054))
                    .singleElement()
                    .asString()
                    .contains("ASSENT-4056", "resolve each transaction the same way");
            world.superior.answers(word -> word.decided(true));
            world.recovery().run(true);
            world.recovery().run(true);
            assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
        }
    }
}
