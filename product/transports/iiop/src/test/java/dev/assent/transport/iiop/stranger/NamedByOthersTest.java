package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.corba.se.impl.naming.cosnaming.TransientNameService;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.harness.Fast;
import dev.assent.remote.CallUnsentException;
import dev.assent.remote.client.RemoteTransactions;
import dev.assent.remote.transport.Transports;
import dev.assent.transport.iiop.IiopTransport;
import dev.assent.transport.iiop.IiopWires;
import dev.assent.transport.iiop.WrittenIor;
import dev.assent.transport.iiop.reference.Ior;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.InvokeHandler;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.ResponseHandler;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContextHelper;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.PropagationContext;
import org.omg.CosTransactions.TransactionFactoryPOA;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.Servant;

/** A called process names a third one, which is called only if allowed, and never with another's key (law 22). */
@Fast
class NamedByOthersTest extends StrangerWorld {
    private static final String TYPE = "IDL:test/Account:1.0";
    private static final NameComponent[] NAME = {new NameComponent("account", "")};

    private final Stranger third = new Stranger();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    /** The interface of strangers' objects. */
    public interface Account {
        /** Adds to it. */
        int add(int amount);
    }

    private final class AccountServant extends Servant implements InvokeHandler {
        @Override
        public String[] _all_interfaces(POA adapter, byte[] id) {
            return new String[] {TYPE};
        }

        @Override
        public OutputStream _invoke(String operation, InputStream in, ResponseHandler handler) {
            events.add("called");
            int sum = 1 + in.read_long();
            OutputStream out = handler.createReply();
            out.write_long(sum);
            return out;
        }
    }

    @Override
    IiopWires.Options options() {
        return new IiopWires.Options(
                IiopWires.Options.USUAL.reached(),
                same -> same,
                address -> refused.stream().noneMatch(address::startsWith));
    }

    @AfterEach
    void closeThird() {
        third.close();
    }

    private static String placeOf(Stranger stranger, org.omg.CORBA.Object object) throws Exception {
        return Ior.parse(stranger.stringified(object)).place().toString();
    }

    private org.omg.CORBA.Object refusedThird() throws Exception {
        org.omg.CORBA.Object served = third.serve(new AccountServant());
        refused.add("iiop://" + placeOf(third, served) + "/");
        return stranger.object(third.stringified(served));
    }

    /** By the names of the stranger, which has an object of its own, too. */
    private Account named(org.omg.CORBA.Object object) throws Exception {
        new TransientNameService((com.sun.corba.se.spi.orb.ORB) stranger.orb());
        NamingContextHelper.narrow(stranger.orb().resolve_initial_references("NameService"))
                .rebind(NAME, object);
        String place = placeOf(stranger, stranger.serve(new AccountServant()));
        return bank.services().connect("iiop://" + place + "/account", Account.class);
    }

    private Account forwarded(org.omg.CORBA.Object to) throws Exception {
        org.omg.CORBA.Object front = stranger.forwarder(to, TYPE);
        return bank.services()
                .connect("iiop://" + placeOf(stranger, front) + "/" + stranger.stringified(front), Account.class);
    }

    private void assertNotCalled(Account account) {
        assertThatThrownBy(() -> account.add(1))
                .isInstanceOf(CallUnsentException.class)
                .hasMessageContaining("ASSENT-8211");
        assertThat(events.all()).isEmpty();
        assertThat(third.broughtKey()).isNull();
    }

    @Test
    void byAName() throws Exception {
        assertNotCalled(named(refusedThird()));
    }

    @Test
    void byForwarding() throws Exception {
        assertNotCalled(forwarded(refusedThird()));
    }

    @Test
    void byAControl() throws Exception {
        org.omg.CORBA.Object factory = stranger.serve(new TransactionFactoryPOA() {
            @Override
            public Control create(int seconds) {
                return stranger.factory(place()).create(seconds);
            }

            @Override
            public Control recreate(PropagationContext context) {
                throw new IllegalStateException("nobody asks for it");
            }
        });
        refused.add(wire.address("bank") + "/");
        Transports transports = new Transports(nobodyNamesOne -> false);
        transports.add(bank.transport());
        var transactions = new RemoteTransactions(
                transports,
                "iiop://" + placeOf(stranger, factory) + "/" + stranger.stringified(factory),
                ThreadWaiter::new,
                clock);
        assertThatThrownBy(transactions::begin).hasMessageContaining("ASSENT-8211");
    }

    @Test
    void itGetsTheKeyOfItsOwnPlace() throws Exception {
        org.omg.CORBA.Object served = third.serve(new AccountServant());
        Account direct = bank.services()
                .connect("iiop://" + placeOf(third, served) + "/" + third.stringified(served), Account.class);
        assertThat(direct.add(1)).isEqualTo(2);
        byte[] own = third.broughtKey();
        assertThat(named(stranger.object(third.stringified(served))).add(1)).isEqualTo(2);
        assertThat(third.broughtKey()).isEqualTo(own).isNotEqualTo(stranger.broughtKey());
        assertThat(stranger.broughtKey()).as("who has the names").isNotNull();
        assertThat(forwarded(stranger.object(third.stringified(served))).add(1)).isEqualTo(2);
        assertThat(third.broughtKey()).isEqualTo(own);
    }

    /** Its address does not look like one of this machine. */
    @Test
    void aProgramsOwnStubsDoNotGoBeyondThisMachineEither() throws Exception {
        Ior served = Ior.parse(third.stringified(third.serve(new AccountServant())));
        String beyond = new WrittenIor(TYPE)
                .at("0.0.0.0", served.place().port(), served.objectKey())
                .toString();
        org.omg.CORBA.Object object = ((IiopTransport) bank.transport()).orb().string_to_object(beyond);
        assertThatThrownBy(() -> Stranger.call(object, "add", 1))
                .isInstanceOf(NO_PERMISSION.class)
                .hasMessageContaining("ASSENT-8208");
        assertThat(events.all()).isEmpty();
    }
}
