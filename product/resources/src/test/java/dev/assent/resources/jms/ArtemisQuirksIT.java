package dev.assent.resources.jms;

import static java.util.concurrent.TimeUnit.SECONDS;
import static javax.transaction.xa.XAResource.TMENDRSCAN;
import static javax.transaction.xa.XAResource.TMFAIL;
import static javax.transaction.xa.XAResource.TMJOIN;
import static javax.transaction.xa.XAResource.TMNOFLAGS;
import static javax.transaction.xa.XAResource.TMRESUME;
import static javax.transaction.xa.XAResource.TMSTARTRSCAN;
import static javax.transaction.xa.XAResource.TMSUCCESS;
import static javax.transaction.xa.XAResource.TMSUSPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.assent.backends.artemis.ArtemisServer;
import dev.assent.harness.Sampled;
import dev.assent.resources.SharedServers;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.core.client.impl.ClientSessionFactoryInternal;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Artemis really does with XA: each test is a row of docs/reference/brokers.md. */
@Sampled(tests = 8)
class ArtemisQuirksIT {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private static final ArtemisServer broker = SharedServers.broker();

    private final Xid xid = new XidImpl(bytes(), 7, bytes());
    private Client client;

    /** A connection with one XA session, as the broker's client makes them. */
    private static final class Client implements AutoCloseable {
        final XAConnection connection;
        final Session session;
        final XAResource resource;

        Client() throws Exception {
            connection = broker.xaConnectionFactory().createXAConnection();
            XASession made = connection.createXASession();
            session = made.getSession();
            resource = made.getXAResource();
            connection.start();
        }

        void send(String text) throws Exception {
            session.createProducer(session.createQueue("out")).send(session.createTextMessage(text));
        }

        Message receive(String queue) throws Exception {
            try (var consumer = session.createConsumer(session.createQueue(queue))) {
                return consumer.receive(120_000);
            }
        }

        /** Receives one message and sends another, all in a branch that is ended. */
        Client work(Xid branch) throws Exception {
            resource.start(branch, TMNOFLAGS);
            assertThat(receive("in").getBody(String.class)).isEqualTo("order");
            send("done");
            resource.end(branch, TMSUCCESS);
            return this;
        }

        /** As when its process dies: the socket ends and nothing was said. */
        void die() throws Exception {
            var factory = (ClientSessionFactoryInternal) ((ActiveMQConnection) connection).getSessionFactory();
            factory.getConnection().getTransportConnection().forceClose();
        }

        @Override
        public void close() throws Exception {
            connection.close();
        }
    }

    private static byte[] bytes() {
        return ByteBuffer.allocate(4).putInt(NUMBERS.incrementAndGet()).array();
    }

    private static void answers(int code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        XAException.class,
                        failed -> assertThat(failed.errorCode).isEqualTo(code));
    }

    private static void isAsBefore() {
        assertThat(broker.texts("in")).containsExactly("order");
        assertThat(broker.texts("out")).isEmpty();
    }

    private static void isDone() {
        assertThat(broker.texts("in")).isEmpty();
        assertThat(broker.texts("out")).containsExactly("done");
    }

    private static void isHeld() {
        assertThat(broker.texts("in")).isEmpty();
        assertThat(broker.texts("out")).isEmpty();
    }

    @BeforeEach
    void connect() throws Exception {
        for (Xid left : broker.prepared()) {
            try (Client other = new Client()) {
                other.resource.rollback(left);
            }
        }
        broker.drain("in");
        broker.drain("out");
        broker.drain(SharedServers.LIMITED);
        broker.send("in", "order");
        client = new Client();
    }

    @AfterEach
    void disconnect() throws Exception {
        client.close();
    }

    // ---- prepared branches

    @Test
    void preparedBranchesAreListedToAnybodyAndNoOthers() throws Exception {
        client.work(xid);
        assertThat(broker.prepared()).isEmpty();
        assertThat(client.resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
        try (Client other = new Client()) {
            assertThat(other.resource.recover(TMSTARTRSCAN)).containsExactly(xid);
            assertThat(other.resource.recover(TMNOFLAGS)).isEmpty();
            assertThat(other.resource.recover(TMENDRSCAN)).isEmpty();
            isHeld();
            other.resource.commit(xid, false);
            assertThat(other.resource.recover(TMSTARTRSCAN)).isEmpty();
        }
        isDone();
    }

    @Test
    void preparedBranchesOutliveTheirConnection() throws Exception {
        client.work(xid).resource.prepare(xid);
        client.die();
        await().until(() -> ((Object[]) broker.manage("listConnectionIDs")).length == 1);
        assertThat(broker.prepared()).containsExactly(xid);
        try (Client other = new Client()) {
            other.resource.rollback(xid);
        }
        isAsBefore();
    }

    @Test
    void preparedBranchesOutliveTheBroker() throws Exception {
        client.work(xid).resource.prepare(xid);
        broker.kill();
        broker.restart();
        assertThat(broker.prepared()).containsExactly(xid);
        isHeld();
        try (Client other = new Client()) {
            other.resource.commit(xid, false);
        }
        isDone();
        broker.kill();
        broker.restart();
        isDone();
        assertThat(broker.prepared()).isEmpty();
    }

    @Test
    void aMessageOfABranchThatIsRolledBackAfterARestartIsDeliveredAgainWithoutSayingSo() throws Exception {
        client.work(xid).resource.prepare(xid);
        broker.kill();
        broker.restart();
        try (Client other = new Client()) {
            other.resource.rollback(xid);
            isAsBefore();
            assertThat(other.receive("in").getJMSRedelivered()).isFalse();
        }
    }

    @Test
    void preparingTwiceIsNoError() throws Exception {
        client.work(xid).resource.prepare(xid);
        assertThat(client.resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
        client.resource.commit(xid, false);
        isDone();
    }

    @Test
    void aBranchWithoutWorkVotesAsIfItHadSome() throws Exception {
        client.resource.start(xid, TMNOFLAGS);
        client.resource.end(xid, TMSUCCESS);
        assertThat(client.resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
        assertThat(broker.prepared()).containsExactly(xid);
        client.resource.commit(xid, false);
    }

    @Test
    void theCommitOfABranchThatWasNotPreparedLosesItUntilTheBrokerIsRestarted() throws Exception {
        client.work(xid);
        answers(XAException.XA_RETRY, () -> client.resource.commit(xid, false));
        answers(XAException.XAER_NOTA, () -> client.resource.rollback(xid));
        isHeld();
        broker.kill();
        broker.restart();
        isAsBefore();
    }

    // ---- branches that are not prepared

    @Test
    void aConnectionThatBreaksRollsBackAtOnce() throws Exception {
        client.work(xid);
        client.die();
        await().untilAsserted(ArtemisQuirksIT::isAsBefore);
        try (Client other = new Client()) {
            answers(XAException.XAER_NOTA, () -> other.resource.rollback(xid));
        }
    }

    @Test
    void aConnectionThatIsClosedLeavesItsBranchUntilSomebodyRollsItBack() throws Exception {
        client.resource.start(xid, TMNOFLAGS);
        client.receive("in");
        client.send("done");
        client.close();
        isHeld();
        assertThat(broker.prepared()).isEmpty();
        try (Client other = new Client()) {
            other.resource.rollback(xid);
        }
        isAsBefore();
    }

    private interface Work {
        void run() throws Exception;
    }

    /** Does this by a client whose branches have a timeout that is long enough for it, however slow the machine is. */
    private void inTime(Work work) throws Exception {
        for (int seconds = 1; ; seconds *= 2) {
            assertThat(seconds).isLessThan(600);
            assertThat(client.resource.setTransactionTimeout(seconds)).isTrue();
            long endNanos = System.nanoTime() + SECONDS.toNanos(seconds);
            Throwable failed = catchThrowable(work::run);
            if (System.nanoTime() - endNanos < 0) {
                assertThat(failed).isNull();
                return;
            }
            client.close();
            await().untilAsserted(ArtemisQuirksIT::isAsBefore);
            connect();
        }
    }

    @Test
    void theBrokersTimeoutRollsBackAndLaterAnswersDoNotSayWhy() throws Exception {
        inTime(() -> {
            client.resource.start(xid, TMNOFLAGS);
            client.receive("in");
            client.send("done");
        });
        await().untilAsserted(ArtemisQuirksIT::isAsBefore);
        answers(XAException.XAER_PROTO, () -> client.resource.end(xid, TMSUCCESS));
        answers(XAException.XAER_NOTA, () -> client.resource.prepare(xid));
        answers(XAException.XAER_NOTA, () -> client.resource.rollback(xid));
    }

    @Test
    void aTimeoutOfZeroIsNoDefaultButRollsBackAtOnce() throws Exception {
        client.resource.setTransactionTimeout(0);
        client.resource.start(xid, TMNOFLAGS);
        client.receive("in");
        client.send("done");
        await().untilAsserted(ArtemisQuirksIT::isAsBefore);
    }

    @Test
    void thereIsNoTimeoutOncePreparedAndTheOneThatWasSetIsNotTold() throws Exception {
        inTime(() -> {
            assertThat(client.resource.getTransactionTimeout()).isEqualTo(300);
            client.work(xid).resource.prepare(xid);
        });
        broker.send("in", "later");
        try (Client other = new Client()) {
            other.resource.setTransactionTimeout(2);
            other.resource.start(new XidImpl(bytes(), 7, bytes()), TMNOFLAGS);
            assertThat(other.receive("in").getBody(String.class)).isEqualTo("later");
            await().until(() -> broker.texts("in").contains("later"));
        }
        assertThat(broker.prepared()).containsExactly(xid);
        client.resource.commit(xid, false);
        assertThat(broker.texts("out")).containsExactly("done");
    }

    // ---- outside of a branch

    @Test
    void whatIsDoneWithoutABranchIsCommittedAtOnce() throws Exception {
        client.receive("in");
        client.send("done");
        await().untilAsserted(ArtemisQuirksIT::isDone); // its client does not wait until the broker has what it sends
    }

    @Test
    void whatIsDoneAfterTheEndOfABranchIsCommittedThoughTheBranchIsRolledBack() throws Exception {
        client.resource.start(xid, TMNOFLAGS);
        client.send("early");
        client.resource.end(xid, TMFAIL);
        client.receive("in");
        client.send("done");
        client.resource.rollback(xid);
        isDone();
    }

    // ---- association

    @Test
    void sessionsJoinAndABranchIsSuspendedAndResumed() throws Exception {
        try (Client other = new Client()) {
            assertThat(client.resource.isSameRM(other.resource)).isTrue();
            client.resource.start(xid, TMNOFLAGS);
            client.receive("in");
            client.resource.end(xid, TMSUSPEND);
            client.resource.start(xid, TMRESUME);
            other.resource.start(xid, TMJOIN);
            other.send("done");
            other.resource.end(xid, TMSUCCESS);
            client.resource.end(xid, TMSUCCESS);
        }
        client.resource.prepare(xid);
        client.resource.commit(xid, false);
        isDone();
    }

    @Test
    void theRollbackOfASuspendedBranchLosesItUntilTheBrokerIsRestarted() throws Exception {
        client.resource.start(xid, TMNOFLAGS);
        client.receive("in");
        client.resource.end(xid, TMSUSPEND);
        answers(XAException.XAER_RMFAIL, () -> client.resource.rollback(xid));
        answers(XAException.XAER_NOTA, () -> client.resource.rollback(xid));
        client.close();
        isHeld();
        broker.kill();
        broker.restart();
        isAsBefore();
    }

    @Test
    void aSuspendedBranchIsRolledBackWhenItWasEndedBefore() throws Exception {
        client.resource.start(xid, TMNOFLAGS);
        client.receive("in");
        client.resource.end(xid, TMSUSPEND);
        client.resource.end(xid, TMFAIL);
        client.resource.rollback(xid);
        isAsBefore();
    }

    // ---- codes

    @Test
    void anUnknownXidIsNotKnownAndAKnownOneIsNotStartedAgain() throws Exception {
        answers(XAException.XAER_NOTA, () -> client.resource.prepare(xid));
        answers(XAException.XAER_NOTA, () -> client.resource.commit(xid, false));
        answers(XAException.XAER_NOTA, () -> client.resource.commit(xid, true));
        answers(XAException.XAER_NOTA, () -> client.resource.rollback(xid));
        answers(XAException.XAER_NOTA, () -> client.resource.forget(xid));
        client.resource.start(xid, TMNOFLAGS);
        answers(XAException.XAER_PROTO, () -> client.resource.prepare(xid));
        answers(XAException.XAER_PROTO, () -> client.resource.rollback(xid));
        try (Client other = new Client()) {
            answers(XAException.XAER_DUPID, () -> other.resource.start(xid, TMNOFLAGS));
        }
    }

    @Test
    void aBrokerThatIsGoneIsToRetryInPhaseTwoAndElseAResourceManagerThatFailed() throws Exception {
        client.work(xid).resource.prepare(xid);
        Xid working = new XidImpl(bytes(), 7, bytes());
        try (Client other = new Client()) {
            other.resource.start(working, TMNOFLAGS);
            broker.kill();
            answers(XAException.XA_RETRY, () -> client.resource.commit(xid, false));
            answers(XAException.XAER_RMFAIL, () -> client.resource.commit(xid, true));
            answers(XAException.XAER_RMFAIL, () -> client.resource.rollback(xid));
            answers(XAException.XAER_RMFAIL, () -> client.resource.prepare(xid));
            answers(XAException.XAER_RMFAIL, () -> client.resource.recover(TMSTARTRSCAN));
            answers(XAException.XAER_RMFAIL, () -> client.resource.start(xid, TMNOFLAGS));
            answers(XAException.XAER_RMFAIL, () -> other.resource.end(working, TMSUCCESS));
        } finally {
            broker.restart();
        }
        answers(XAException.XA_RETRY, () -> client.resource.commit(xid, false));
        assertThat(broker.prepared()).containsExactly(xid);
    }

    // ---- operators of the broker

    private void byHand(String operation) {
        assertThat(broker.manage(operation, XidImpl.toBase64String(xid))).isEqualTo(true);
    }

    @Test
    void aBranchCommittedByHandIsListedAndToldUntilItIsForgotten() throws Exception {
        client.work(xid).resource.prepare(xid);
        byHand("commitPreparedTransaction");
        isDone();
        broker.kill();
        broker.restart();
        try (Client other = new Client()) {
            assertThat(other.resource.recover(TMSTARTRSCAN)).containsExactly(xid);
            answers(XAException.XA_HEURCOM, () -> other.resource.commit(xid, false));
            answers(XAException.XA_HEURCOM, () -> other.resource.rollback(xid));
            other.resource.forget(xid);
            assertThat(other.resource.recover(TMSTARTRSCAN)).isEmpty();
            answers(XAException.XAER_NOTA, () -> other.resource.commit(xid, false));
        }
        isDone();
    }

    @Test
    void aBranchRolledBackByHandIsListedAndToldUntilItIsForgotten() throws Exception {
        client.work(xid).resource.prepare(xid);
        byHand("rollbackPreparedTransaction");
        isAsBefore();
        try (Client other = new Client()) {
            assertThat(other.resource.recover(TMSTARTRSCAN)).containsExactly(xid);
            answers(XAException.XA_HEURRB, () -> other.resource.commit(xid, false));
            answers(XAException.XA_HEURRB, () -> other.resource.rollback(xid));
            other.resource.forget(xid);
            assertThat(other.resource.recover(TMSTARTRSCAN)).isEmpty();
        }
    }

    // ---- redelivery

    @Test
    void aMessageIsGoneAfterAsManyRollbacksAsItsAddressAllows() throws Exception {
        broker.send(SharedServers.LIMITED, "order");
        for (int i = 0; i < 3; i++) {
            Xid each = new XidImpl(bytes(), 7, bytes());
            client.resource.start(each, TMNOFLAGS);
            assertThat(client.receive(SharedServers.LIMITED)).isNotNull();
            client.resource.end(each, TMFAIL);
            client.resource.rollback(each);
        }
        assertThat(broker.texts(SharedServers.LIMITED)).isEmpty();
    }
}
