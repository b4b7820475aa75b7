package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.transport.iiop.IiopTransport;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.Any;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.ORB;
import org.omg.CORBA.Policy;
import org.omg.CORBA.TRANSACTION_REQUIRED;
import org.omg.CORBA.TRANSIENT;
import org.omg.CosTransactions.ADAPTS;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.FORBIDS;
import org.omg.CosTransactions.OTSPolicyValueHelper;
import org.omg.CosTransactions.OTS_POLICY_TYPE;
import org.omg.CosTransactions.PropagationContext;
import org.omg.CosTransactions.PropagationContextHelper;
import org.omg.CosTransactions.REQUIRES;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.Synchronization;
import org.omg.CosTransactions.SynchronizationHelper;
import org.omg.CosTransactions.SynchronizationPOA;
import org.omg.IOP.Codec;
import org.omg.IOP.CodecFactory;
import org.omg.IOP.CodecFactoryHelper;
import org.omg.IOP.ENCODING_CDR_ENCAPS;
import org.omg.IOP.Encoding;
import org.omg.IOP.ServiceContext;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;

/** A stranger, which knows nothing of policies, calls the servants of a program here. */
@Fast
class ServedProgramTest extends StrangerWorld {
    private static final byte ENCAPSULATION_MAJOR = 1;
    private static final byte ENCAPSULATION_MINOR = 2;

    private final class Worker extends SynchronizationPOA {
        @Override
        public void before_completion() {
            boolean isAlone = bank.current().equals("none");
            events.add(isAlone ? "worked alone" : "worked");
            if (!isAlone) {
                bank.work(resource);
            }
        }

        @Override
        public void after_completion(Status status) {
            throw new AssertionError("nobody asks for it");
        }
    }

    private Synchronization serve(short ots) throws Exception {
        ORB orb = ((IiopTransport) bank.transport()).orb();
        Any any = orb.create_any();
        OTSPolicyValueHelper.insert(any, ots);
        POA root = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
        POA adapter = root.create_POA(
                "program", root.the_POAManager(), new Policy[] {orb.create_policy(OTS_POLICY_TYPE.value, any)});
        return SynchronizationHelper.unchecked_narrow(
                stranger.object(orb.object_to_string(adapter.id_to_reference(adapter.activate_object(new Worker())))));
    }

    /** As any ORB encodes it. */
    private ServiceContext context(Control control) throws Exception {
        PropagationContext context = control.get_coordinator().get_txcontext();
        CodecFactory codecs = CodecFactoryHelper.narrow(stranger.orb().resolve_initial_references("CodecFactory"));
        Codec codec =
                codecs.create_codec(new Encoding(ENCODING_CDR_ENCAPS.value, ENCAPSULATION_MAJOR, ENCAPSULATION_MINOR));
        Any any = stranger.orb().create_any();
        PropagationContextHelper.insert(any, context);
        return new ServiceContext(0, codec.encode_value(any));
    }

    private void callIn(Control control, Synchronization called) throws Exception {
        stranger.sends(context(control));
        try {
            called.before_completion();
        } finally {
            stranger.sends(null);
        }
    }

    @Test
    void itsTransactionIsThatOfTheServant() throws Exception {
        Control control = stranger.factory(place()).create(60);
        callIn(control, serve(REQUIRES.value));
        assertThat(events.all()).contains("worked");
        control.get_terminator().commit(true);
        assertThat(resource.committed()).isOne();
    }

    @Test
    void withoutOneItIsRefusedByWhoRequiresIt() throws Exception {
        Synchronization called = serve(REQUIRES.value);
        assertThatThrownBy(called::before_completion).isInstanceOf(TRANSACTION_REQUIRED.class);
        assertThat(events.all()).isEmpty();
    }

    @Test
    void withOneItIsRefusedByWhoForbidsIt() throws Exception {
        Control control = stranger.factory(place()).create(60);
        Synchronization called = serve(FORBIDS.value);
        assertThatThrownBy(() -> callIn(control, called)).isInstanceOf(INVALID_TRANSACTION.class);
        assertThat(events.all()).isEmpty();
        called.before_completion();
        assertThat(events.all()).containsExactly("worked alone");
        control.get_terminator().rollback();
    }

    @Test
    void bytesThatAreNoContextAreRefused() throws Exception {
        Synchronization called = serve(ADAPTS.value);
        stranger.sends(new ServiceContext(0, new byte[] {0, 1, 2}));
        assertThatThrownBy(called::before_completion).isInstanceOf(INVALID_TRANSACTION.class);
        stranger.sends(null);
        assertThat(events.all()).isEmpty();
    }

    @Test
    void whileTheLogIsNotReadItIsToBeSentLater() throws Exception {
        Control control = stranger.factory(place()).create(60);
        ServiceContext context = context(control);
        Synchronization called = serve(REQUIRES.value);
        bank.setReady(false);
        stranger.sends(context);
        assertThatThrownBy(called::before_completion)
                .isInstanceOfSatisfying(
                        TRANSIENT.class,
                        refused -> assertThat(refused.completed).isEqualTo(CompletionStatus.COMPLETED_NO));
        stranger.sends(null);
        bank.setReady(true);
        assertThat(events.all()).isEmpty();
    }
}
