package dev.assent.remote.service;

import static dev.assent.remote.CallTransaction.MANDATORY;
import static dev.assent.remote.CallTransaction.SUPPORTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.harness.Fast;
import dev.assent.remote.Attributes;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which transaction a call is part of: every attribute, with a transaction and without, here and elsewhere. */
@Fast
class AttributeTest {
    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire = new InProcessFixture(clock);
    private final ServiceNode client = new ServiceNode("client", wire, events, clock);
    private final ServiceNode server = new ServiceNode("server", wire, events, clock);

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    interface Probe {
        String transaction();
    }

    private Probe connect(String where, CallTransaction attribute) {
        ServiceNode at = where.equals("local") ? client : server;
        RecordingResource resource = at.node().resource("r");
        at.services()
                .export(
                        "probe",
                        Probe.class,
                        () -> {
                            if (at.manager().getTransaction() != null) {
                                at.work(resource);
                            }
                            return at.current();
                        },
                        attribute);
        String address = where.equals("local") ? "local:/probe" : server.address("probe");
        return client.services().connect(address, Probe.class);
    }

    @ParameterizedTest
    @CsvSource({
        "remote, REQUIRED, callers",
        "remote, REQUIRES_NEW, own",
        "remote, MANDATORY, callers",
        "remote, SUPPORTS, callers",
        "remote, NOT_SUPPORTED, none",
        "remote, NEVER, refused",
        "local, REQUIRED, callers",
        "local, REQUIRES_NEW, own",
        "local, MANDATORY, callers",
        "local, SUPPORTS, callers",
        "local, NOT_SUPPORTED, none",
        "local, NEVER, refused"
    })
    void aCallOfACallerWithATransaction(String where, CallTransaction attribute, String expected) throws Exception {
        Probe probe = connect(where, attribute);
        JtaTransaction callers = client.node().begin();
        switch (expected) {
            case "callers" -> {
                assertThat(probe.transaction()).isEqualTo(callers.id().toString());
                assertThat(events.count("commit")).isZero();
            }
            case "own" -> {
                assertThat(probe.transaction())
                        .isNotEqualTo("none")
                        .isNotEqualTo(callers.id().toString());
                assertThat(events.count("commit")).isEqualTo(1);
            }
            case "none" -> assertThat(probe.transaction()).isEqualTo("none");
            default ->
                assertThatThrownBy(probe::transaction)
                        .isInstanceOf(ServiceRefusedException.class)
                        .hasMessageContaining("ASSENT-8039")
                        .hasMessageContaining("probe.transaction");
        }
        assertThat(client.manager().getTransaction()).isSameAs(callers);
        assertThat(callers.engine().isMarkedRollback()).isFalse();
        client.manager().commit();
        assertThat(server.manager().getTransaction()).isNull();
        long branches = expected.equals("callers") || expected.equals("own") ? 1 : 0;
        assertThat(events.count("commit")).isEqualTo(branches);
    }

    @ParameterizedTest
    @CsvSource({
        "remote, REQUIRED, own",
        "remote, REQUIRES_NEW, own",
        "remote, MANDATORY, refused",
        "remote, SUPPORTS, none",
        "remote, NOT_SUPPORTED, none",
        "remote, NEVER, none",
        "local, REQUIRED, own",
        "local, REQUIRES_NEW, own",
        "local, MANDATORY, refused",
        "local, SUPPORTS, none",
        "local, NOT_SUPPORTED, none",
        "local, NEVER, none"
    })
    void aCallOfACallerWithoutOne(String where, CallTransaction attribute, String expected) {
        Probe probe = connect(where, attribute);
        switch (expected) {
            case "own" -> {
                assertThat(probe.transaction()).isNotEqualTo("none");
                assertThat(events.count("commit")).isEqualTo(1);
            }
            case "none" -> assertThat(probe.transaction()).isEqualTo("none");
            default ->
                assertThatThrownBy(probe::transaction)
                        .isInstanceOf(ServiceRefusedException.class)
                        .hasMessageContaining("ASSENT-8038");
        }
        assertThat(client.manager().getTransaction()).isNull();
        assertThat(server.manager().getTransaction()).isNull();
    }

    @Test
    void anAttributeOfAMethodThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> server.services()
                        .export("probe", Probe.class, () -> "", Attributes.ANNOTATED.with("transfer", MANDATORY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'transfer'")
                .hasMessageContaining("[transaction]");
    }

    @Test
    void aTransactionThatAMethodBeginsAndLeavesIsRolledBackAndTheCallFails() {
        server.services()
                .export(
                        "probe",
                        Probe.class,
                        () -> {
                            try {
                                return server.node().begin().toString();
                            } catch (Exception failed) {
                                throw new IllegalStateException(failed);
                            }
                        },
                        SUPPORTS);
        Probe probe = client.services().connect(server.address("probe"), Probe.class);
        assertThatThrownBy(probe::transaction)
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("ASSENT-8045");
        assertThat(server.manager().getTransaction()).isNull();
        assertThat(server.node().coordinator().isIdle()).isTrue();
    }
}
