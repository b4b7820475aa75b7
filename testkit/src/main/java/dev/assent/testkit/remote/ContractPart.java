package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.time.Clock;
import dev.assent.core.transaction.Transaction;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.superior.RemoteParticipant;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.testkit.remote.TransportFixture.Limits;
import jakarta.transaction.RollbackException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A part of {@link TransportContract}: nodes {@code a}, {@code b} and so on, each with an {@link Office}. */
abstract class ContractPart {
    private ContractWorld world;

    /** The wire of the transport that is tested. */
    abstract TransportFixture open(Clock clock, Limits limits);

    /** How long things may take on it. */
    Limits limits() {
        return Limits.DEFAULT;
    }

    @BeforeEach
    final void openWorld() {
        world = new ContractWorld(clock -> open(clock, limits()));
    }

    @AfterEach
    final void closeWorld() {
        world.close();
    }

    final ContractWorld world() {
        return world;
    }

    final FaultyWire wire() {
        return world.wire();
    }

    final RestartableNode a() {
        return world.node("a");
    }

    final RestartableNode b() {
        return world.node("b");
    }

    final RestartableNode c() {
        return world.node("c");
    }

    final RestartableNode d() {
        return world.node("d");
    }

    /** Whether the wire has this feature. */
    final boolean can(Feature feature) {
        return a().service().transport().can().contains(feature);
    }

    /** Begins at {@code a}, with work there and at {@code b}. */
    final void beginAtBoth() throws Exception {
        a().begin();
        a().office(b()).work();
    }

    final void commit() throws Exception {
        a().service().manager().commit();
    }

    /** Both, on a thread of its own, which may never return when its node is killed. */
    final Future<?> commitInBackground() {
        return world.inBackground(() -> {
            beginAtBoth();
            commit();
            return null;
        });
    }

    final void rollback() throws Exception {
        a().service().manager().rollback();
    }

    final void assertCommitRollsBack() {
        assertThatThrownBy(this::commit).isInstanceOf(RollbackException.class);
    }

    /** Each has committed one branch, and rolled none back. */
    static void assertCommitted(RestartableNode... nodes) {
        for (RestartableNode each : nodes) {
            assertThat(each.resource().committed()).as("commits at %s", each).isEqualTo(1);
            assertThat(each.resource().rolledBack()).as("rollbacks at %s", each).isZero();
            assertThat(each.resource().known()).as("branches left at %s", each).isZero();
        }
    }

    /** Each has rolled back all it had, at least one branch. */
    static void assertRolledBack(RestartableNode... nodes) {
        for (RestartableNode each : nodes) {
            assertThat(each.resource().committed()).as("commits at %s", each).isZero();
            assertThat(each.resource().rolledBack()).as("rollbacks at %s", each).isPositive();
            assertThat(each.resource().known()).as("branches left at %s", each).isZero();
        }
    }

    /** Each is prepared, and nothing more. */
    static void assertPrepared(RestartableNode... nodes) {
        for (RestartableNode each : nodes) {
            assertThat(each.resource().committed()).as("commits at %s", each).isZero();
            assertThat(each.resource().rolledBack()).as("rollbacks at %s", each).isZero();
            assertThat(each.resource().known()).as("branches left at %s", each).isOne();
        }
    }

    /** How often something has happened at a node, such as {@code b.prepare}. */
    final long count(String event) {
        return world.events().all().stream().filter(event::equals).count();
    }

    /** The subordinate at {@code b}. */
    final BranchRef branch() {
        Transaction subordinate = b().coordinator().active().get(0);
        return new BranchRef(subordinate.id(), Objects.requireNonNull(subordinate.incarnation()));
    }

    /** Where {@code a} asks its subordinate at {@code b}. */
    final String registeredAddress() {
        return a().coordinator().active().get(0).participants().stream()
                .filter(each -> each instanceof RemoteParticipant)
                .map(each -> ((RemoteParticipant) each).wireAddress())
                .findFirst()
                .orElseThrow();
    }

    /** The answer of one node to another. */
    static Response ask(RestartableNode from, RestartableNode to, Request request) throws Exception {
        return ask(from, to.address(), request);
    }

    static Response ask(RestartableNode from, String to, Request request) throws Exception {
        CompletableFuture<Response> response = new CompletableFuture<>();
        from.service().transport().peer(to).ask(request, Peers.REQUEST_MILLIS, response::complete);
        return ContractWorld.get(response);
    }
}
