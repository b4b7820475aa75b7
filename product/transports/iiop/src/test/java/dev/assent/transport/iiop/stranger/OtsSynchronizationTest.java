package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.transport.iiop.stranger.OtsSuperiorTest.Account;
import jakarta.transaction.Synchronization;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.CoordinatorHelper;
import org.omg.CosTransactions.SynchronizationHelper;
import org.omg.CosTransactions.SynchronizationPOA;
import org.omg.CosTransactions.otid_t;
import org.omg.IOP.ServiceContext;

/** A superior of another make calls a service here that leaves a synchronization with each call, as Hibernate does. */
@Fast
class OtsSynchronizationTest extends StrangerWorld {
    private static final otid_t OTID = new otid_t(131_072, 3, "0:ffff7f000001:104".getBytes(StandardCharsets.US_ASCII));

    private final RecordedCoordinator superior = new RecordedCoordinator(stranger);
    private Coordinator coordinator;
    private org.omg.CORBA.Object account;

    @BeforeEach
    void export() throws Exception {
        coordinator = CoordinatorHelper.unchecked_narrow(stranger.serve(superior));
        bank.services().export("account", Account.class, this::add, CallTransaction.MANDATORY);
        account = stranger.resolve(place(), "account");
    }

    private int add(int amount) {
        if (resource.known() == 0) { // the first call has one branch made for all
            bank.work(resource);
        }
        try {
            Objects.requireNonNull(bank.manager().getTransaction()).registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    events.add("before completion");
                }

                @Override
                public void afterCompletion(int status) {}
            });
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
        return amount + 1;
    }

    private void call() throws Exception {
        stranger.sends(new ServiceContext(0, stranger.context(coordinator, OTID)));
        try {
            assertThat(Stranger.call(account, "add", 1)).isEqualTo(2);
        } finally {
            stranger.sends(null);
        }
    }

    private void assertRan(int times) {
        assertThat(events.all().stream().filter("before completion"::equals)).hasSize(times);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void itHasOneParticipantThatIsToBeAskedOnceWhateverTheCalls(int calls) throws Exception {
        for (int i = 0; i < calls; i++) {
            call();
        }
        assertThat(superior.resources).hasSize(1);
        assertThat(superior.synchronizations).hasSize(1);
        assertThat(superior.commit()).isTrue();
        assertRan(calls);
        assertThat(resource.committed()).isOne();
        assertThat(bank.node().coordinator().isIdle()).isTrue();
    }

    /** A second Resource of it would be prepared when it is forgotten, and vote to roll back. */
    @Test
    void itCommitsWhatHasOnlyRead() throws Exception {
        resource.votes(XAResource.XA_RDONLY);
        call();
        call();
        assertThat(superior.commit()).isTrue();
        assertRan(2);
        assertThat(bank.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void whatACallOfItsOwnSynchronizationLeavesIsAskedForAgain() throws Exception {
        call();
        call();
        superior.synchronizations.add(SynchronizationHelper.unchecked_narrow(stranger.serve(new SynchronizationPOA() {
            @Override
            public void before_completion() {
                assertRan(2);
                try {
                    call();
                    call();
                } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                }
            }

            @Override
            public void after_completion(org.omg.CosTransactions.Status status) {}
        })));
        assertThat(superior.commit()).isTrue();
        assertRan(4);
        assertThat(superior.resources).hasSize(1);
        assertThat(superior.synchronizations).hasSize(3);
        assertThat(resource.committed()).isOne();
    }

    @Test
    void itIsAskedWhatIsDecidedWhereItHasSaidAtFirst() throws Exception {
        call();
        superior.synchronizations.get(0).before_completion();
        call();
        superior.synchronizations.get(1).before_completion();
        superior.resources.get(0).prepare();
        superior.decided = org.omg.CosTransactions.Status.StatusCommitted;
        Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> {
            clock.advance(Duration.ofSeconds(60));
            bank.node().recovery().run(true);
            return resource.committed() == 1;
        });
        assertThat(superior.asked).hasPositiveValue();
    }

    @Test
    void oneThatHasNoSynchronizationsHasOneParticipantToo() throws Exception {
        superior.hasNoSynchronizations = true;
        call();
        call();
        assertThat(superior.resources).hasSize(1);
        assertThat(superior.commit()).isTrue();
        assertRan(2);
        assertThat(resource.committed()).isOne();
    }
}
