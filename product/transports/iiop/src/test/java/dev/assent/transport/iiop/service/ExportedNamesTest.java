package dev.assent.transport.iiop.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.transport.iiop.IiopWires;
import dev.assent.transport.iiop.value.RepositoryIds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.ORB;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSIENT;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.RemarshalException;
import org.omg.CosNaming.Binding;
import org.omg.CosNaming.BindingHolder;
import org.omg.CosNaming.BindingIterator;
import org.omg.CosNaming.BindingIteratorHolder;
import org.omg.CosNaming.BindingListHolder;
import org.omg.CosNaming.BindingType;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContextExt;
import org.omg.CosNaming.NamingContextExtHelper;
import org.omg.CosNaming.NamingContextPackage.NotFound;

/** The names of exported objects, as an ORB of another make sees them: looked up, listed, and as the keys of a corbaloc. */
@Fast
class ExportedNamesTest {
    private static final String TYPE = RepositoryIds.of(Account.class);

    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire = IiopWires.open(clock, new TransportFixture.Limits(10_000, 0));
    private final ServiceNode bank = new ServiceNode("bank", wire, new EventList(), clock);
    private final ServiceNode shop = new ServiceNode("shop", wire, new EventList(), clock);
    private final ORB stranger = stranger();

    /** The exported interface. */
    public interface Account {
        /** Works. */
        int work(int number);
    }

    private static ORB stranger() {
        Properties properties = new Properties();
        properties.setProperty("org.omg.CORBA.ORBClass", "com.sun.corba.se.impl.orb.ORBImpl");
        properties.setProperty(
                "com.sun.CORBA.transport.ORBSocketFactoryClass",
                "com.sun.corba.se.impl.transport.DefaultSocketFactoryImpl");
        return ORB.init(new String[0], properties);
    }

    @AfterEach
    void close() {
        stranger.destroy();
        shop.close();
        bank.close();
        wire.close();
    }

    private String place() {
        return wire.address("bank").substring("iiop://".length());
    }

    private void export(String... names) {
        IntUnaryOperator work = number -> number + 1;
        for (String name : names) {
            bank.services().export(name, Account.class, work::applyAsInt, CallTransaction.SUPPORTS);
        }
    }

    private NamingContextExt names() {
        return NamingContextExtHelper.narrow(stranger.string_to_object("corbaloc::" + place() + "/NameService"));
    }

    private int call(String url) throws Exception {
        return call((ObjectImpl) stranger.string_to_object(url));
    }

    private static int call(ObjectImpl object) throws Exception {
        InputStream reply = null;
        try {
            OutputStream out = object._request("work", true);
            out.write_long(41);
            reply = object._invoke(out);
            return reply.read_long();
        } catch (RemarshalException forwarded) {
            return call(object);
        } finally {
            object._releaseReply(reply);
        }
    }

    // ---- corbaloc

    @Test
    void corbaloc_ofAName_isTheObject() throws Exception {
        export("account", "A.b_c-1");
        assertThat(call("corbaloc::" + place() + "/account")).isEqualTo(42);
        assertThat(call("corbaloc:iiop:1.2@" + place() + "/A.b_c-1")).isEqualTo(42);
        assertThat(call("corbaloc::" + place() + "/%61ccount")).as("escaped").isEqualTo(42);
        org.omg.CORBA.Object object = stranger.string_to_object("corbaloc::" + place() + "/account");
        assertThat(object._is_a(TYPE)).isTrue();
        assertThat(object._non_existent()).isFalse();
    }

    @Test
    void corbaloc_ofANameThatWasUnexported_isGone() throws Exception {
        export("account", "other");
        bank.services().unexport("account");
        assertGone("account");
        export("account");
        assertThat(call("corbaloc::" + place() + "/account")).isEqualTo(42);
    }

    private void assertGone(String key) {
        assertThatThrownBy(() -> call("corbaloc::" + place() + "/" + key))
                .isInstanceOfSatisfying(OBJECT_NOT_EXIST.class, ExportedNamesTest::assertUndone);
    }

    /** A stub asks so before it is made; it got UNKNOWN, by an error of the ORB. */
    @Test
    void narrow_ofAnUnknownName_saysThatItIsNotThere() {
        assertThatThrownBy(() -> absent()._is_a(TYPE))
                .isInstanceOfSatisfying(TRANSIENT.class, ExportedNamesTest::assertUndone);
        export("account");
        assertThatThrownBy(() -> absent()._is_a(TYPE))
                .isInstanceOfSatisfying(OBJECT_NOT_EXIST.class, ExportedNamesTest::assertUndone);
        assertThatThrownBy(() -> absent()._non_existent())
                .isInstanceOfSatisfying(OBJECT_NOT_EXIST.class, ExportedNamesTest::assertUndone);
    }

    private org.omg.CORBA.Object absent() {
        return stranger.string_to_object("corbaloc::" + place() + "/nobody");
    }

    private static void assertUndone(SystemException failure) {
        assertThat(failure.completed).isEqualTo(CompletionStatus.COMPLETED_NO);
    }

    @Test
    void corbaloc_ofWhatIsNoName_isNothing() {
        export("account");
        for (String key : new String[] {"nobody", "account/", "%e4", "a%00b", "x".repeat(65), "%7Eaccount"}) {
            assertGone(key);
        }
    }

    // ---- while the process starts

    private void assertToComeAgain() {
        assertThatThrownBy(() -> call("corbaloc::" + place() + "/account"))
                .isInstanceOfSatisfying(TRANSIENT.class, ExportedNamesTest::assertUndone);
        assertThatThrownBy(() -> names().resolve_str("account"))
                .isInstanceOfSatisfying(TRANSIENT.class, ExportedNamesTest::assertUndone);
        Account byName = shop.services().connect(wire.address("bank") + "/account", Account.class);
        Account byKey = shop.services().connect("corbaloc::" + place() + "/account", Account.class);
        for (Account account : List.of(byName, byKey)) {
            assertThatThrownBy(() -> account.work(1))
                    .isInstanceOf(ServiceRefusedException.class)
                    .hasMessageContainingAll("ASSENT-8214", "'account' yet", "call again later");
        }
    }

    /** Earlier the answer said that the object was gone for good, and callers forgot it. */
    @Test
    void call_beforeAnythingIsExported_isToBeMadeAgain() throws Exception {
        assertToComeAgain();
        export("account");
        assertThat(call("corbaloc::" + place() + "/account")).isEqualTo(42);
        assertGone("nobody");
    }

    @Test
    void call_whileObjectsAreExportedTogether_isToBeMadeAgain() {
        bank.services().exportTogether(() -> {
            export("first");
            assertToComeAgain();
            export("last");
        });
        assertGone("account");
    }

    @Test
    void call_whenNothingIsEverExported_isForNothing() {
        bank.services().exportTogether(() -> {});
        assertGone("account");
    }

    // ---- answers

    @Test
    void call_ofAnUnknownName_tellsWhichThereAre() {
        export("b", "a");
        for (String address : new String[] {wire.address("bank") + "/nobody", "corbaloc::" + place() + "/nobody"}) {
            Account nobody = shop.services().connect(address, Account.class);
            assertThatThrownBy(() -> nobody.work(1))
                    .isInstanceOf(ServiceRefusedException.class)
                    .hasMessageContainingAll("ASSENT-8215", "'nobody'", "exported objects: a, b");
        }
        assertThatThrownBy(() -> names().resolve_str("nobody")).isInstanceOf(NotFound.class);
    }

    @Test
    void list_inOnePart_hasAllNames() {
        export("b", "a");
        BindingListHolder some = new BindingListHolder();
        BindingIteratorHolder more = new BindingIteratorHolder();
        names().list(10, some, more);
        assertThat(some.value).extracting(ExportedNamesTest::name).containsExactly("a", "b");
        assertThat(some.value[0].binding_type).isEqualTo(BindingType.nobject);
        assertThat(more.value).isNull();
        bank.services().unexport("a");
        names().list(-1, some, more);
        assertThat(some.value).extracting(ExportedNamesTest::name).containsExactly("b");
    }

    private static String name(Binding binding) {
        NameComponent[] path = binding.binding_name;
        return path.length == 1 ? path[0].id + path[0].kind : Arrays.toString(path);
    }

    @Test
    void list_inParts_hasAllNamesOnce() throws Exception {
        export(IntStream.range(10, 20).mapToObj(i -> "n" + i).toArray(String[]::new));
        BindingListHolder some = new BindingListHolder();
        BindingIteratorHolder more = new BindingIteratorHolder();
        List<String> told = new ArrayList<>();
        names().list(0, some, more);
        assertThat(some.value).isEmpty();
        BindingIterator rest = more.value;
        BindingHolder one = new BindingHolder();
        assertThat(rest.next_one(one)).isTrue();
        told.add(name(one.value));
        while (rest.next_n(4, some)) {
            Arrays.stream(some.value).forEach(each -> told.add(name(each)));
        }
        assertThat(told).hasSize(10).startsWith("n10").endsWith("n19").doesNotHaveDuplicates();
        assertThat(rest.next_one(one)).isFalse();
        assertThatThrownBy(() -> rest.next_n(0, some)).isInstanceOf(BAD_PARAM.class);
        rest.destroy();
        assertThatThrownBy(() -> rest.next_one(one)).isInstanceOf(OBJECT_NOT_EXIST.class);
    }

    @Test
    void list_thatNobodyGoesOnWith_isGoneWhenManyOthersAreAskedFor() {
        export("a", "b");
        BindingListHolder some = new BindingListHolder();
        BindingIteratorHolder more = new BindingIteratorHolder();
        names().list(1, some, more);
        BindingIterator first = more.value;
        for (int i = 0; i < 100; i++) {
            names().list(1, some, more);
        }
        assertThatThrownBy(() -> first.next_one(new BindingHolder())).isInstanceOf(OBJECT_NOT_EXIST.class);
        assertThat(more.value.next_one(new BindingHolder())).isTrue();
    }
}
