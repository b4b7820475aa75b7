package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.corba.se.impl.naming.cosnaming.TransientNameService;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.harness.Fast;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.client.RemoteTransactions;
import dev.assent.remote.transport.Transports;
import dev.assent.transport.iiop.reference.Ior;
import jakarta.transaction.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.InvokeHandler;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.ResponseHandler;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContext;
import org.omg.CosNaming.NamingContextHelper;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.PropagationContext;
import org.omg.CosTransactions.TransactionFactoryPOA;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.Servant;

/** A node calls objects of another make, by the names of their process or by their references. */
@Fast
class CalledStrangerTest extends StrangerWorld {
    private static final NameComponent[] NAME = {new NameComponent("account", "")};

    private NamingContext names;

    /** The interface of the stranger's object. */
    public interface Account {
        /** Adds to it. */
        int add(int amount);
    }

    /** An account whose sums begin at a number. */
    private static final class AccountServant extends Servant implements InvokeHandler {
        private final int from;

        AccountServant(int from) {
            this.from = from;
        }

        @Override
        public String[] _all_interfaces(POA adapter, byte[] id) {
            return new String[] {"IDL:test/Account:1.0"};
        }

        @Override
        public OutputStream _invoke(String operation, InputStream in, ResponseHandler handler) {
            int sum = from + in.read_long();
            OutputStream out = handler.createReply();
            out.write_long(sum);
            return out;
        }
    }

    @BeforeEach
    void openNames() throws Exception {
        new TransientNameService((com.sun.corba.se.spi.orb.ORB) stranger.orb());
        names = NamingContextHelper.narrow(stranger.orb().resolve_initial_references("NameService"));
    }

    private Account bind(int from) throws Exception {
        org.omg.CORBA.Object served = stranger.serve(new AccountServant(from));
        names.rebind(NAME, served);
        return bank.services().connect("iiop://" + placeOf(served) + "/account", Account.class);
    }

    private String placeOf(org.omg.CORBA.Object object) throws Exception {
        return Ior.parse(stranger.stringified(object)).place().toString();
    }

    @Test
    void anObjectOfItsNamesIsCalled() throws Exception {
        assertThat(bind(40).add(2)).isEqualTo(42);
    }

    @Test
    void oneThatIsThereNoMoreIsLookedUpAgain() throws Exception {
        Account account = bind(40);
        assertThat(account.add(2)).isEqualTo(42);
        stranger.endAll();
        bind(50);
        assertThat(account.add(2)).isEqualTo(52);
    }

    @Test
    void oneThatIsThereNoMoreAndHasNoSuccessorIsNone() throws Exception {
        Account account = bind(40);
        assertThat(account.add(2)).isEqualTo(42);
        stranger.endAll();
        assertThatThrownBy(() -> account.add(2)).isInstanceOf(ServiceRefusedException.class);
    }

    @Test
    void aFactoryThatHasNoNameIsReachedByItsReference() throws Exception {
        var factory = new TransactionFactoryPOA() {
            @Override
            public Control create(int seconds) {
                events.add("create");
                return stranger.factory(place()).create(seconds);
            }

            @Override
            public Control recreate(PropagationContext context) {
                throw new IllegalStateException("nobody asks for it");
            }
        };
        org.omg.CORBA.Object served = stranger.serve(factory);
        String coordinator = "iiop://" + placeOf(served) + "/" + stranger.stringified(served);
        Transports transports = new Transports(nobodyNamesOne -> false);
        transports.add(bank.transport());
        var transactions = new RemoteTransactions(transports, coordinator, ThreadWaiter::new, clock);
        transactions.begin();
        assertThat(events.all()).containsExactly("create");
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        transactions.rollback();
    }
}
