package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.transport.soap.assembly.HttpTransport;
import jakarta.transaction.Synchronization;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What two nodes know of a transaction that is over: nothing, however it has ended. */
@Fast
class WhatIsLeftTest {
    private static final int TRANSACTIONS = 20;

    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire =
            new SoapFixture(clock, SoapConfig.defaults(), new TransportFixture.Limits(60_000, 0));
    private final EventList events = new EventList();
    private final ServiceNode bank = new ServiceNode("bank", wire, events, clock);
    private final ServiceNode shop = new ServiceNode("shop", wire, events, clock);
    private final RecordingResource resource = bank.node().resource("r");

    /** The called interface. */
    public interface Till {
        /** Works, and wants to be asked before the transaction ends, or does not. */
        void work(boolean isSynchronized);
    }

    @AfterEach
    void close() {
        shop.close();
        bank.close();
        wire.close();
    }

    private void work(boolean isSynchronized) {
        bank.work(resource);
        if (isSynchronized) {
            try {
                bank.manager().getTransaction().registerSynchronization(new Synchronization() {
                    @Override
                    public void beforeCompletion() {}

                    @Override
                    public void afterCompletion(int status) {}
                });
            } catch (Exception refused) {
                throw new IllegalStateException(refused);
            }
        }
    }

    private Till till() {
        bank.services().export("till", Till.class, this::work, CallTransaction.MANDATORY);
        return shop.services().connect(bank.address("till"), Till.class);
    }

    private void assertNothingIsLeft() {
        for (ServiceNode each : new ServiceNode[] {shop, bank}) {
            Awaitility.await()
                    .untilAsserted(() -> assertThat(((HttpTransport) each.transport()).participants())
                            .as("participants known at %s", each.address(""))
                            .isZero());
            Awaitility.await().until(() -> each.node().coordinator().isIdle());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ofTransactionsThatWereRolledBackBeforeAnybodyWasAsked(boolean isSynchronized) throws Exception {
        Till till = till();
        for (int i = 0; i < TRANSACTIONS; i++) {
            shop.manager().begin();
            till.work(isSynchronized);
            shop.manager().rollback();
        }
        assertNothingIsLeft();
        assertThat(resource.rolledBack()).isEqualTo(TRANSACTIONS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ofTransactionsThatWereCommitted(boolean isSynchronized) throws Exception {
        Till till = till();
        for (int i = 0; i < TRANSACTIONS; i++) {
            shop.manager().begin();
            till.work(isSynchronized);
            shop.manager().commit();
        }
        assertNothingIsLeft();
        assertThat(resource.committed()).isEqualTo(TRANSACTIONS);
    }

    @Test
    void ofOneWhoseTimeWasOver() throws Exception {
        Till till = till();
        shop.manager().begin();
        till.work(true);
        clock.advance(java.time.Duration.ofMinutes(10));
        shop.node().coordinator().tick();
        shop.manager().rollback();
        assertNothingIsLeft();
    }
}
