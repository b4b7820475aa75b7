package dev.assent.remote.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import dev.assent.remote.CallLostException;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.CallUnsentException;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.transport.Transport;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A client as in applications: real clock, real threads, and only the client itself gives up calls without an answer.
 */
@Fast
class ConnectedClientIT {
    /** The interface of the called object. */
    interface Account {
        void debit(int amount);

        void hang();
    }

    private final ExecutorService delivery = Executors.newCachedThreadPool();
    private final LocalNetwork network = new LocalNetwork(delivery);
    private final RecordingResource resource = new RecordingResource("accounts", new EventList());
    private final ConnectedNode a = open();
    private final ConnectedNode b = open();
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    private static ConnectedNode open() {
        return ConnectedNode.open(AssentConfig.defaults().with(Setting.LOG, "memory"), RemoteConfig.defaults());
    }

    private final class Bean implements Account {
        @Override
        public void debit(int amount) {
            try {
                b.assent().transactionManager().getTransaction().enlistResource(resource.connect());
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }

        @Override
        public void hang() {
            debit(1);
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @BeforeEach
    void join() {
        a.add(network.transport("bank-a", a.assent().life().node()));
        b.add(network.transport("bank-b", b.assent().life().node()));
        b.assent().register(resource);
        b.export("account", Account.class, new Bean(), CallTransaction.MANDATORY);
    }

    @AfterEach
    void close() {
        mayEnd.countDown();
        a.close();
        b.close();
        delivery.shutdownNow();
        assertThat(resource.violations()).isEmpty();
    }

    // the guide shows this
    private void pay(RemoteConfig config) throws Exception {
        try (ConnectedClient client = ConnectedClient.open("in-process://bank-a", config)) {
            client.add(network.transport("client", null));
            Account account = client.connect("in-process://bank-b/account", Account.class);
            UserTransaction transaction = client.transactions();
            transaction.begin();
            account.debit(5);
            transaction.commit();
        }
    }
    // to here

    @Test
    void whatItHasCalledCommits() throws Exception {
        pay(RemoteConfig.defaults());
        assertThat(resource.committed()).isOne();
    }

    @Test
    void theGuideShowsTheExampleAsItIs() throws Exception {
        String source = Files.readString(
                Checkout.path("product/remote/src/test/java/dev/assent/remote/assembly/ConnectedClientIT.java"));
        String shown = source.substring(
                source.indexOf("        try (ConnectedClient client"), source.indexOf("    }\n    // to here"));
        assertThat(Files.readString(Checkout.path("docs/guide/services.md")))
                .contains("```java\nRemoteConfig config = RemoteConfig.defaults();\n" + shown.indent(-8) + "```\n");
    }

    @Test
    void aCallWithoutAReplyIsGivenUpByTheClientItself() throws Exception {
        int timeoutMillis = 200;
        while (!isGivenUp(timeoutMillis)) {
            timeoutMillis *= 2;
            assertThat(timeoutMillis).isLessThan(600_000);
        }
    }

    /** False when the time was over before the call had reached its service, as it may be on a slow machine. */
    private boolean isGivenUp(int timeoutMillis) throws Exception {
        RemoteConfig config = RemoteConfig.defaults().with(RemoteSetting.CALL_TIMEOUT_MILLIS, timeoutMillis);
        try (ConnectedClient client = ConnectedClient.open("in-process://bank-a", config)) {
            client.add(network.transport("client", null));
            Account account = client.connect("in-process://bank-b/account", Account.class);
            try {
                client.transactions().begin();
            } catch (SystemException tooLate) {
                return false;
            }
            Throwable told = catchThrowable(account::hang);
            if (told instanceof CallUnsentException) {
                client.transactions().rollback();
                return false;
            }
            assertThat(told).isInstanceOf(CallLostException.class);
            mayEnd.countDown();
            assertThatThrownBy(client.transactions()::commit).isInstanceOf(RollbackException.class);
            assertThat(client.transactions().getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        }
        assertThat(resource.committed()).isZero();
        return true;
    }

    @Test
    void aTransportThatLeavesReachesNobodyAndOneThatIsClosedTakesNone() throws Exception {
        Transport wire = network.transport("client", null);
        ConnectedClient client = ConnectedClient.open("in-process://bank-a", RemoteConfig.defaults());
        client.add(wire);
        client.remove(wire);
        assertThatThrownBy(client.transactions()::begin).hasMessageContaining("ASSENT-8002");
        client.close();
        client.close();
        assertThatThrownBy(() -> client.add(network.transport("other", null)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-8025");
    }
}
