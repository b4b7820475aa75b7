package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.AnyThrowable;
import dev.assent.core.fixture.AnyThrowable.Kind;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.Passing;
import dev.assent.remote.ReferenceGoneException;
import dev.assent.remote.Referenced;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.Transacted;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Reference;
import dev.assent.remote.message.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects that stay where they are, and the nodes that have references to them. */
@Fast
class ReferenceTest {
    private static final ServiceLimits LIMITS = new ServiceLimits(1000, 10_000, 2, 3, 3);

    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire = new InProcessFixture(clock);
    private final ServiceNode client = new ServiceNode("client", wire, events, clock);
    private final ServiceNode second = new ServiceNode("second", wire, events, clock);
    private final ServiceNode server = new ServiceNode(
            "server", wire, ServiceNode.inMemory("server").events(events).clock(clock), LIMITS);
    private final List<Integer> closed = new ArrayList<>();
    private int opened;

    /** Happens within a call. */
    private Runnable during = () -> {};

    /** Happens within the close of an object. */
    private Runnable inClose = () -> {};

    @AfterEach
    void close() {
        client.close();
        second.close();
        server.close();
    }

    interface Bank {
        Session open();

        Session none();
    }

    @Referenced
    @Transacted(CallTransaction.SUPPORTS)
    interface Session extends AutoCloseable {
        int next();

        Session fork();

        @Transacted(CallTransaction.MANDATORY)
        void book();

        @Override
        void close();
    }

    private final class Counting implements Session {
        private final int name = ++opened;
        private int count;

        @Override
        public int next() {
            during.run();
            return ++count;
        }

        @Override
        public Session fork() {
            return new Counting();
        }

        @Override
        public void book() {}

        @Override
        public void close() {
            inClose.run();
            closed.add(name);
        }
    }

    private Bank bank;

    @BeforeEach
    void export() {
        Bank bean = new Bank() {
            @Override
            public Session open() {
                return new Counting();
            }

            @Override
            public Session none() {
                return null;
            }
        };
        server.services().export("bank", Bank.class, bean, CallTransaction.REQUIRED);
        bank = client.services().connect(server.address("bank"), Bank.class);
    }

    private void advance(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
        server.services().tick();
    }

    @Test
    void itSaysWhereItIsAndNoneIsNull() {
        assertThat(bank.open()).hasToString("Session of a reference at in-process://server");
        assertThat(bank.none()).isNull();
    }

    @Test
    void oneInUseDoesNotExpire() {
        Session session = bank.open();
        during = () -> advance(100);
        assertThat(session.next()).isEqualTo(1);
        during = () -> {};
        advance(9);
        assertThat(session.next()).isEqualTo(2);
    }

    @Test
    void oneThatIsRenewedOutlivesThoseThatWereMadeLater() {
        Session renewed = bank.open();
        bank.open();
        advance(6);
        client.services().renew(renewed);
        advance(6);
        assertThat(closed).containsExactly(2);
        assertThat(renewed.next()).isEqualTo(1);
        advance(11);
        assertThat(closed).containsExactly(2, 1);
    }

    @Test
    void aProxyIsNoArgument() throws Exception {
        server.services().export("takes", Comparable.class, other -> 0, CallTransaction.REQUIRED);
        @SuppressWarnings("unchecked")
        Comparable<Object> takes = client.services().connect(server.address("takes"), Comparable.class);
        assertThat(takes.compareTo("text")).isZero();
        Session session = bank.open();
        assertThatThrownBy(() -> takes.compareTo(session)).hasMessageContaining("ASSENT-8055");
    }

    @Test
    void nobodyElseCanUseIt() throws Exception {
        List<Result> results = new ArrayList<>();
        Call open = new Call("bank", Bank.class.getMethod("open"), new Object[0], null, 1000);
        client.transport().peer("in-process://server").call(open, results::add);
        Reference reference = (Reference) ((Result.Returned) results.get(0)).value();
        assertThat(reference.type()).isEqualTo(Session.class.getName());
        assertThat(reference.object()).hasSize(33);
        assertThat(server.services().type(reference.object())).isEqualTo(Session.class);
        assertThat(server.services().type("~").getMethods()).extracting("name").contains("release", "renew");
        assertThat(server.services().type("~0")).isNull();
        Call stolen = new Call(reference.object(), Session.class.getMethod("next"), new Object[0], null, 1000);
        second.transport().peer("in-process://server").call(stolen, results::add);
        assertThat(((Result.Thrown) results.get(1)).failure()).isInstanceOf(ReferenceGoneException.class);
        client.transport().peer("in-process://server").call(stolen, results::add);
        assertThat(((Result.Returned) results.get(2)).value()).isEqualTo(1);
    }

    @Test
    void itsMethodsHaveTheAttributesOfTheirAnnotations() throws Exception {
        Session session = bank.open();
        assertThatThrownBy(session::book).hasMessageContaining("ASSENT-8038");
        client.node().begin();
        session.book();
        client.manager().commit();
    }

    @Test
    void oneMadeByACallThatFailsIsNotKept() {
        server.services()
                .export(
                        "fails",
                        Bank.class,
                        new Bank() {
                            @Override
                            public Session open() {
                                try {
                                    server.manager().rollback(); // so that the commit fails
                                } catch (Exception failed) {
                                    throw new IllegalStateException(failed);
                                }
                                return new Counting();
                            }

                            @Override
                            public Session none() {
                                return null;
                            }
                        },
                        CallTransaction.REQUIRED);
        Bank fails = client.services().connect(server.address("fails"), Bank.class);
        assertThatThrownBy(fails::open).hasMessageContaining("ASSENT-8043");
        assertThat(server.services().references()).isZero();
        assertThat(closed).containsExactly(1);
    }

    @Test
    void open_callerHasReachedItsLimit_theObjectIsClosed() {
        bank.open();
        bank.open();
        assertThatThrownBy(bank::open).hasMessageContaining("references-max-of-caller");
        assertThat(closed).containsExactly(3);
    }

    @ParameterizedTest
    @EnumSource(Passing.class)
    void withinTheProcessItIsCalledAndReleasedTheSameWay(Passing passing) throws Exception {
        Bank local = server.services().connect("local:/bank", Bank.class, passing);
        Session session = local.open();
        assertThat(session.next()).isEqualTo(1);
        Session forked = session.fork();
        assertThat(forked).isNotEqualTo(session);
        assertThatThrownBy(forked::book).hasMessageContaining("ASSENT-8038");
        assertThat(local.none()).isNull();
        server.services().renew(forked);
        server.services().release(forked);
        assertThatThrownBy(forked::next).isInstanceOf(ReferenceGoneException.class);
        assertThatThrownBy(() -> server.services().renew(forked)).isInstanceOf(ReferenceGoneException.class);
        session.close();
        session.close();
        assertThat(closed).containsExactly(2, 1);
        assertThat(server.services().references()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void release_closeOfALocalObjectThrowsAnything_isARemoteFailure(Kind kind) {
        inClose = () -> AnyThrowable.raise(kind.made());
        Session session = server.services().connect("local:/bank", Bank.class).open();
        assertThatThrownBy(() -> server.services().release(session))
                .isExactlyInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("ASSENT-8052");
    }

    @Referenced
    static class NoInterface {}

    interface Bad {
        NoInterface open();
    }

    @Test
    void aClassIsNotReferredTo() {
        assertThatThrownBy(() -> server.services().export("bad", Bad.class, NoInterface::new, CallTransaction.REQUIRED))
                .hasMessageContaining("ASSENT-8033")
                .hasMessageContaining("what open returns");
    }

    @Test
    void whatIsNoReferenceIsNeitherReleasedNorRenewed() {
        assertThatThrownBy(() -> client.services().release(bank)).hasMessageContaining("ASSENT-8053");
        assertThatThrownBy(() -> client.services().renew("text")).hasMessageContaining("ASSENT-8053");
    }

    @Test
    void closingTheServicesClosesWhatIsKept() {
        Session session = bank.open();
        server.services().close();
        assertThat(closed).containsExactly(1);
        assertThatThrownBy(session::next).isInstanceOf(ReferenceGoneException.class);
    }
}
