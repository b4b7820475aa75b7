package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.harness.Fast;
import dev.assent.remote.Attributes;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.Passing;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Result;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which objects can be exported, connected and called, and which values a call in one process shares. */
@Fast
class LocalCallTest {
    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire = new InProcessFixture(clock);
    private final ServiceNode node = new ServiceNode("node", wire, events, clock);
    private final ServiceNode other = new ServiceNode("other", wire, events, clock);
    private final Book bean = new Book();

    LocalCallTest() {
        node.services().export("ledger", Ledger.class, bean, CallTransaction.SUPPORTS);
    }

    @AfterEach
    void close() {
        node.close();
        other.close();
    }

    sealed interface Line extends Serializable permits Debit, Credit {}

    record Debit(BigDecimal amount, Instant when) implements Line {}

    record Credit(Note note) implements Line {}

    static class Note implements Serializable {
        private static final long serialVersionUID = 1L;
        String text = "";
        Object anything = "";
    }

    static class Smuggled extends ArrayList<String> {
        private static final long serialVersionUID = 1L;
    }

    interface Readable {
        List<Line> lines();

        default int count() {
            return lines().size();
        }
    }

    interface Ledger extends Readable {
        Object add(List<? extends Line> more);

        Map<String, Line> byName(String... names);
    }

    static class Book implements Ledger {
        final List<Line> all = new ArrayList<>();

        @Override
        public Object add(List<? extends Line> more) {
            all.addAll(more);
            return more;
        }

        @Override
        public List<Line> lines() {
            return all;
        }

        @Override
        public Map<String, Line> byName(String... names) {
            return Map.of(names[0], all.get(0));
        }

        public String secret() {
            return "not of the interface";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"local:/ledger", "in-process://node/ledger"})
    void byReferenceBothSidesShareWhatIsPassed(String address) {
        Ledger ledger = node.services().connect(address, Ledger.class);
        List<Line> lines = List.of(new Credit(new Note()));
        assertThat(ledger.add(lines)).isSameAs(lines);
        assertThat(ledger.lines()).isSameAs(bean.all);
        assertThat(ledger.count()).isEqualTo(1);
    }

    @Test
    void byValueEachSideHasACopy() {
        Ledger ledger = node.services().connect("local:/ledger", Ledger.class, Passing.BY_VALUE);
        Note note = new Note();
        note.text = "rent";
        ledger.add(List.of(new Credit(note), new Debit(BigDecimal.TEN, Instant.EPOCH)));
        note.text = "changed";
        assertThat(((Credit) bean.all.get(0)).note().text).isEqualTo("rent");
        List<Line> read = ledger.lines();
        assertThat(read).isNotSameAs(bean.all).hasSize(2);
        assertThat(read.get(0)).isNotSameAs(bean.all.get(0));
        assertThat(read.get(1)).isEqualTo(bean.all.get(1));
        assertThat(ledger.byName("first")).containsOnlyKeys("first");
    }

    @Test
    void byValueNothingIsMadeThatTheInterfaceDoesNotDeclare() {
        Ledger ledger = node.services().connect("local:/ledger", Ledger.class, Passing.BY_VALUE);
        Note note = new Note();
        note.anything = new Smuggled();
        assertThatThrownBy(() -> ledger.add(List.of(new Credit(note))))
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8049")
                .hasMessageContaining("ledger.add");
        note.anything = new Thread();
        assertThatThrownBy(() -> ledger.add(List.of(new Credit(note))))
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("NotSerializable");
        assertThat(bean.all).isEmpty();
        bean.all.add(new Credit(note));
        assertThatThrownBy(ledger::lines)
                .isExactlyInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("copy its result");
    }

    @Test
    void whatAProxyIsEqualToAndCalledIsKnownWithoutACall() {
        Ledger here = node.services().connect("local:/ledger", Ledger.class);
        Ledger there = other.services().connect("in-process://node/ledger", Ledger.class);
        assertThat(here)
                .isEqualTo(node.services().connect("local:/ledger", Ledger.class))
                .isEqualTo(node.services().connect("in-process://node/ledger", Ledger.class))
                .hasSameHashCodeAs(node.services().connect("local:/ledger", Ledger.class))
                .isNotEqualTo(there)
                .isNotEqualTo(node.services().connect("local:/ledger", Readable.class))
                .isNotEqualTo(null);
        assertThat(there)
                .isEqualTo(other.services().connect("in-process://node/ledger", Ledger.class))
                .isNotEqualTo(other.services().connect("in-process://node/other", Ledger.class))
                .hasToString("Ledger at in-process://node/ledger");
        assertThat(here).hasToString("Ledger of this process at local:/ledger");
    }

    @Test
    void anObjectCanBeCalledByAnInterfaceThatItsOwnExtends() {
        bean.all.add(new Credit(new Note()));
        assertThat(other.services()
                        .connect("in-process://node/ledger", Readable.class)
                        .count())
                .isEqualTo(1);
    }

    interface Intruder {
        String secret();

        String toString(int any);
    }

    @ParameterizedTest
    @ValueSource(strings = {"local:/ledger", "in-process://node/ledger"})
    void onlyMethodsOfTheExportedInterfaceAreCalled(String address) {
        Intruder intruder = node.services().connect(address, Intruder.class);
        assertThatThrownBy(intruder::secret)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8037")
                .hasMessageContaining(Ledger.class.getName());
        Intruder remote = other.services().connect("in-process://node/ledger", Intruder.class);
        assertThatThrownBy(remote::secret).isInstanceOf(ServiceRefusedException.class);
    }

    @Test
    void aForgedCallOfAMethodOfTheClassIsRefused() throws Exception {
        Call forged = new Call("ledger", Book.class.getMethod("secret"), new Object[0], null, 1000);
        List<Result> results = new ArrayList<>();
        other.transport().peer("in-process://node").call(forged, results::add);
        Call object = new Call("ledger", Object.class.getMethod("toString"), new Object[0], null, 1000);
        other.transport().peer("in-process://node").call(object, results::add);
        assertThat(results)
                .hasSize(2)
                .allSatisfy(result ->
                        assertThat(((Result.Thrown) result).failure()).isInstanceOf(ServiceRefusedException.class));
    }

    @Test
    void argumentsThatDoNotFitFailTheCall() throws Exception {
        Call unfit = new Call("ledger", Ledger.class.getMethod("add", List.class), new Object[] {"text"}, null, 1000);
        List<Result> results = new ArrayList<>();
        other.transport().peer("in-process://node").call(unfit, results::add);
        assertThat(((Result.Thrown) results.get(0)).failure()).isInstanceOf(RemoteFailureException.class);
        assertThat(((Result.Thrown) results.get(0)).isApplications()).isFalse();
    }

    @Test
    void whatIsUnexportedIsNotCalled() {
        Ledger here = node.services().connect("local:/ledger", Ledger.class);
        Ledger there = other.services().connect("in-process://node/ledger", Ledger.class);
        node.services().unexport("ledger");
        assertThatThrownBy(here::lines)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8036");
        assertThatThrownBy(there::lines)
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8036");
        assertThat(node.services().type("ledger")).isNull();
        node.services().export("ledger", Ledger.class, bean, CallTransaction.SUPPORTS);
        assertThat(there.lines()).isEmpty();
        assertThat(node.services().type("ledger")).isEqualTo(Ledger.class);
    }

    @Test
    void whatCannotBeExportedIsRefused() {
        NodeServices services = node.services();
        assertThatThrownBy(() -> services.export("ledger", Ledger.class, bean, Attributes.ANNOTATED))
                .hasMessageContaining("ASSENT-8032");
        assertThatThrownBy(() -> services.export("a/b", Ledger.class, bean, Attributes.ANNOTATED))
                .hasMessageContaining("ASSENT-8031");
        assertThatThrownBy(() -> services.export("~", Ledger.class, bean, Attributes.ANNOTATED))
                .hasMessageContaining("ASSENT-8031");
        assertThatThrownBy(() -> services.export("book", Book.class, bean, Attributes.ANNOTATED))
                .hasMessageContaining("ASSENT-8033");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ledger", "/ledger", "in-process://node/", "iiop://node/ledger", "in-process:/ledger", ""})
    void anAddressThatIsNoneIsRefused(String address) {
        assertThatThrownBy(() -> node.services().connect(address, Ledger.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("ASSENT-80");
    }

    @Test
    void aProcessWithoutAnObjectIsRefusedAsItWasWritten() {
        assertThatThrownBy(() -> node.services().connect("in-process://node", Ledger.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-8035", "'in-process://node'");
    }
}
