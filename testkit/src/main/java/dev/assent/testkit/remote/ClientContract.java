package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.identity.TransactionId;
import dev.assent.remote.client.RemoteTransactions;
import dev.assent.remote.client.TakesNothing;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.service.CallLostException;
import dev.assent.remote.service.Connector;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transports;
import jakarta.transaction.RollbackException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client without a transaction manager: {@code a} begins and ends its transactions, {@code b} and {@code c} are called. */
abstract class ClientContract extends ContractPart {
    private Transport transport;
    private RemoteTransactions transactions;
    private Connector connector;

    @BeforeEach
    final void openClient() {
        transport = open("client");
        Transports transports = new Transports(nobodyNamesOne -> false);
        transports.add(transport);
        transactions = new RemoteTransactions(transports, a().address(), ThreadWaiter::new, world().clock());
        connector = new Connector(transactions, transports, ThreadWaiter::new, ContractWorld.CALL_MILLIS_MAX);
    }

    private Transport open(String name) {
        Transport opened = wire().transport(name, null, object -> null);
        opened.open(TakesNothing.INSTANCE);
        return opened;
    }

    @AfterEach
    final void closeClient() {
        transport.close();
    }

    private Office office(RestartableNode at) {
        return connector.connect(at.officeAddress(), Office.class);
    }

    private void beginAtTwo() throws Exception {
        transactions.begin();
        office(b()).work();
        office(c()).work();
    }

    @Test
    void whatAClientHasCalledCommits() throws Exception {
        beginAtTwo();
        transactions.commit();
        world().settle();
        assertCommitted(b(), c());
    }

    @Test
    void whatAClientHasCalledRollsBack() throws Exception {
        beginAtTwo();
        transactions.rollback();
        world().settle();
        assertRolledBack(b(), c());
    }

    @Test
    void whatOneServerHasDoneForAClientCommits() throws Exception {
        transactions.begin();
        office(b()).work();
        office(b()).work();
        transactions.commit();
        world().settle();
        assertThat(b().resource().committed()).isPositive();
        assertThat(b().resource().known()).isZero();
    }

    @Test
    void aLostReplyLeavesAClientToRollBack() throws Exception {
        beginAtTwo();
        wire().next(MessageKind.CALL, Passage::loseAnswer);
        assertThatThrownBy(() -> office(b()).work()).isInstanceOf(CallLostException.class);
        assertThatThrownBy(transactions::commit).isInstanceOf(RollbackException.class);
        world().settle();
        assertRolledBack(b(), c());
    }

    @Test
    void anEndWhoseAnswerIsLostIsAskedForAgain() throws Exception {
        beginAtTwo();
        wire().next(MessageKind.END, Passage::loseAnswer);
        transactions.commit();
        assertThat(wire().sent(MessageKind.END)).isEqualTo(2);
        world().settle();
        assertCommitted(b(), c());
    }

    @Test
    void whatIsAskedOfAClientIsRefused() throws Exception {
        transactions.begin();
        TransactionId id = Objects.requireNonNull(transactions.current()).id();
        CompletableFuture<Response> answer = new CompletableFuture<>();
        a().service()
                .transport()
                .peer(world().wire().address("client"))
                .ask(new Request.End(id, false, List.of()), Peers.REQUEST_MILLIS, answer::complete);
        assertThat(ContractWorld.get(answer)).isNotInstanceOf(Response.Ended.class);
        transactions.commit();
    }

    @Test
    void nobodyElseEndsWhatAClientHasBegun() throws Exception {
        beginAtTwo();
        TransactionId id = Objects.requireNonNull(transactions.current()).id();
        try (Transport other = open("other")) {
            CompletableFuture<Response> answer = new CompletableFuture<>();
            other.peer(a().address())
                    .ask(new Request.End(id, false, List.of()), Peers.REQUEST_MILLIS, answer::complete);
            assertThat(ContractWorld.get(answer))
                    .isInstanceOfSatisfying(
                            Response.Refused.class,
                            refused -> assertThat(refused.why()).isEqualTo(Response.Why.FORBIDDEN));
        }
        transactions.commit();
        world().settle();
        assertCommitted(b(), c());
    }
}
