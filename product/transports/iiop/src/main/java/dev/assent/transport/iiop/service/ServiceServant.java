package dev.assent.transport.iiop.service;

import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Reference;
import dev.assent.remote.message.Result;
import dev.assent.remote.service.FarFailure;
import dev.assent.remote.transport.ExportedNames;
import dev.assent.transport.iiop.context.ContextCodec;
import dev.assent.transport.iiop.context.ContextException;
import dev.assent.transport.iiop.orb.Baggage;
import dev.assent.transport.iiop.orb.MayBeAbsent;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.orb.ReplyData;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.ots.WorkRefusals;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.reference.ReferenceException;
import dev.assent.transport.iiop.served.Reception;
import dev.assent.transport.iiop.value.RepositoryIds;
import java.lang.reflect.Method;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INTERNAL;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.UNKNOWN;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.InvokeHandler;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.ResponseHandler;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.Servant;

/**
 * An exported object, called by RMI-IIOP. It takes the transaction from the request.
 *
 * <p>Made for one request; used by its thread only.
 */
final class ServiceServant extends Servant implements InvokeHandler, MayBeAbsent {
    private static final String ANY_OBJECT = "IDL:omg.org/CORBA/Object:1.0";

    private final Parts parts;
    private final String object;

    /**
     * What all exported objects share.
     *
     * @param reception takes the calls
     * @param types the interfaces of objects, by their names
     * @param names the names of the exported objects
     * @param operations the methods of the interfaces
     * @param callMillisMax how long a call may take
     */
    public record Parts(
            Reception reception,
            Function<String, @Nullable Class<?>> types,
            Supplier<ExportedNames> names,
            Operations operations,
            long callMillisMax) {}

    /** An object. */
    public ServiceServant(Parts parts, String object) {
        this.parts = parts;
        this.object = object;
    }

    @Override
    public String[] _all_interfaces(POA adapter, byte[] id) {
        Class<?> type = parts.types().apply(object);
        return new String[] {type == null ? ANY_OBJECT : RepositoryIds.of(type)};
    }

    @Override
    public void checkThere() {
        ExportedNames names = parts.names().get(); // read before the type is looked up
        if (parts.types().apply(object) == null) {
            throw absent(names);
        }
    }

    @Override
    public OutputStream _invoke(String name, InputStream in, ResponseHandler replies) {
        ExportedNames names = parts.names().get(); // read before the type is looked up
        Class<?> type = parts.types().apply(object);
        if (type == null) {
            throw absent(names);
        }
        Method method = parts.operations().find(type, name);
        if (method == null) {
            throw new BAD_OPERATION(type.getName() + " has no such method", 0, CompletionStatus.COMPLETED_NO);
        }
        Operation operation;
        try {
            operation = parts.operations().of(method);
        } catch (UncarriedException notCarried) {
            throw refused(new BAD_OPERATION(notCarried.getMessage(), 0, CompletionStatus.COMPLETED_NO));
        }
        @Nullable Object[] arguments = operation.readArguments(in);
        Result result = parts.reception().call(new Call(object, method, arguments, context(), parts.callMillisMax()));
        if (result instanceof Result.Returned returned) {
            return reply(operation, returned, replies);
        }
        return fail(operation, (Result.Thrown) result, replies);
    }

    /**
     * The exception for an object that is not exported, or no longer. While the process starts, it may still be
     * exported.
     */
    private SystemException absent(ExportedNames names) {
        SystemException later =
                ExportedNames.isName(object) ? UnknownNames.tell(parts.reception(), names, object) : null;
        return later == null
                ? new OBJECT_NOT_EXIST("no object has this name", 0, CompletionStatus.COMPLETED_NO)
                : later;
    }

    private @Nullable Context context() {
        byte[] octets = received().transaction();
        try {
            return octets == null ? null : ContextCodec.read(octets);
        } catch (ContextException refused) {
            throw refused(new INVALID_TRANSACTION(refused.getMessage(), 0, CompletionStatus.COMPLETED_NO));
        }
    }

    private Baggage.Received received() {
        return parts.reception().orb().baggage().received();
    }

    private SystemException refused(SystemException failure) {
        received().reply(ReplyData.text(String.valueOf(failure.getMessage())));
        return failure;
    }

    private OutputStream reply(Operation operation, Result.Returned returned, ResponseHandler replies) {
        byte[] body;
        try {
            body = operation.result(operation.returnsReference() ? reference(returned.value()) : returned.value());
        } catch (UncarriedException refused) {
            if (!returned.effect().isRollbackOnly() && !isOurs()) { // nothing marks a stranger's transaction
                throw new UNKNOWN(refused.getMessage(), 0, CompletionStatus.COMPLETED_YES);
            }
            throw failure(new Result.Thrown(refused, false, new Result.Effect(null, true)));
        }
        if (returned.effect().isRollbackOnly()) {
            if (!isOurs()) {
                throw new TRANSACTION_ROLLEDBACK(0, CompletionStatus.COMPLETED_YES);
            }
            received().reply(new ReplyData(true, null));
        }
        return written(replies.createReply(), body);
    }

    /** Whether an Assent process calls, which obeys what the reply says. */
    private boolean isOurs() {
        return received().callerKey() != null;
    }

    private static OutputStream written(OutputStream out, byte[] body) {
        out.write_octet_array(body, 0, body.length);
        return out;
    }

    /** A reference to an object that the call has returned, and that stays in this process. */
    private @Nullable Ior reference(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        Reference kept = (Reference) value;
        NodeOrb orb = parts.reception().orb();
        Class<?> type = parts.types().apply(kept.object());
        try {
            return orb.ior(
                    orb.reference(new ObjectName.Service(kept.object()), type == null ? "" : RepositoryIds.of(type)));
        } catch (ReferenceException impossible) {
            throw new INTERNAL(impossible.getMessage(), 0, CompletionStatus.COMPLETED_YES);
        }
    }

    /**
     * An exception that the method declares goes as a value, unless it must make a stranger's transaction roll back.
     */
    private OutputStream fail(Operation operation, Result.Thrown thrown, ResponseHandler replies) {
        boolean isToRollBack = thrown.effect().isRollbackOnly() && !isOurs();
        byte[] body = thrown.isApplications() && !isToRollBack ? operation.exception(thrown.failure()) : null;
        SystemException failure = failure(thrown);
        if (body == null) {
            throw failure;
        }
        return written(replies.createExceptionReply(), body);
    }

    /**
     * Adds text for an Assent caller. The minor code tells programs on an Assent ORB that their transaction can go on.
     */
    private SystemException failure(Result.Thrown thrown) {
        boolean isRollbackOnly = thrown.effect().isRollbackOnly();
        FarFailure far = FarFailure.of(thrown.failure(), thrown.isApplications());
        received().reply(new ReplyData(isRollbackOnly, far));
        if (!thrown.isApplications() && thrown.failure() instanceof ServiceRefusedException refused) {
            return WorkRefusals.exception(refused, isRollbackOnly);
        }
        return isRollbackOnly
                ? new TRANSACTION_ROLLEDBACK(far.text(), 0, CompletionStatus.COMPLETED_YES)
                : Refusals.transactionLeft(far.text());
    }
}
