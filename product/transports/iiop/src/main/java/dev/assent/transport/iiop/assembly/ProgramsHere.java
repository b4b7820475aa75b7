package dev.assent.transport.iiop.assembly;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.transport.iiop.orb.Baggage;
import dev.assent.transport.iiop.program.Programs;
import dev.assent.transport.iiop.program.TargetPolicy;
import dev.assent.transport.iiop.reference.IiopAddress;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.reference.ReferenceException;
import dev.assent.transport.iiop.served.Reception;
import dev.assent.transport.iiop.served.References;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.omg.CosTransactions.Control;
import org.omg.IOP.ServiceContext;

/**
 * The node of this process, as its CORBA programs see it.
 *
 * <p>Thread safety: as {@link Programs}.
 *
 * @param self the address of the process; null when it does not listen
 * @param unsaid as {@link Programs#unsaid}
 */
record ProgramsHere(
        Reception reception, OutgoingContexts contexts, Supplier<@Nullable String> self, TargetPolicy.Unsaid unsaid)
        implements Programs {
    @Override
    public @Nullable ThreadTransactions threads() {
        return reception.inbound().threads();
    }

    @Override
    public boolean isSendingItself() {
        return reception.orb().baggage().isSending();
    }

    @Override
    public Caller caller() {
        return reception.caller();
    }

    @Override
    public byte @Nullable [] context() {
        return reception.orb().baggage().received().transaction();
    }

    @Override
    public String address(org.omg.CORBA.Object object) throws ReferenceException {
        return IiopAddress.of(reception.orb().ior(object).place()).toString();
    }

    @Override
    public String typeId(org.omg.CORBA.Object object) throws ReferenceException {
        return reception.orb().ior(object).typeId();
    }

    @Override
    public ServiceContext context(Context context, String address) throws ReferenceException {
        Baggage.TransactionContext written = Objects.requireNonNull(
                contexts.of(context, IiopAddress.parse(address).place(), self.get()));
        return new ServiceContext(written.id(), written.octets());
    }

    @Override
    public Control control(TransactionId id, LocalTransactionId name) {
        return new References(reception.orb()).control(new ObjectName.Control(id, name, null));
    }

    @Override
    public @Nullable TransactionId transaction(Control control) {
        try {
            return reception.orb().open(control) instanceof ObjectName.Control named ? named.id() : null;
        } catch (ReferenceException notOurs) {
            return null;
        }
    }
}
