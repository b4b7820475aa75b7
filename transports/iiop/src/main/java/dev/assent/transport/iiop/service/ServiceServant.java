package dev.assent.transport.iiop.service;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.service.FarFailure;
import dev.assent.transport.iiop.context.ContextCodec;
import dev.assent.transport.iiop.context.ContextException;
import dev.assent.transport.iiop.orb.Baggage;
import dev.assent.transport.iiop.orb.ReplyData;
import dev.assent.transport.iiop.served.Reception;
import java.lang.reflect.Method;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.CompletionStatus;
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
 * An exported object, called by RMI-IIOP. Its transaction is taken from the request.
 *
 * <p>Made for one request, and used by its thread.
 */
public final class ServiceServant extends Servant implements InvokeHandler {
    private final Parts parts;
    private final String object;

    /**
     * What all exported objects need.
     *
     * @param reception takes what comes
     * @param types the interfaces of objects, by their names
     * @param operations their methods
     * @param callMillisMax how long a call may take
     */
    public record Parts(
            Reception reception,
            Function<String, @Nullable Class<?>> types,
            Operations operations,
            long callMillisMax) {}

    /** An object. */
    public ServiceServant(Parts parts, String object) {
        this.parts = parts;
        this.object = object;
    }

    /** The repository id of an exported interface, whose other digits are those of interfaces. */
    static String typeId(Class<?> type) {
        return "RMI:" + type.getName() + ":0000000000000000";
    }

    @Override
    public String[] _all_interfaces(POA adapter, byte[] id) {
        Class<?> type = parts.types().apply(object);
        return type == null ? new String[0] : new String[] {typeId(type)};
    }

    @Override
    public OutputStream _invoke(String name, InputStream in, ResponseHandler replies) {
        Class<?> type = parts.types().apply(object);
        if (type == null) {
            throw new OBJECT_NOT_EXIST("no object has this name", 0, CompletionStatus.COMPLETED_NO);
        }
        Method method = parts.operations().find(type, name);
        if (method == null) {
            throw new BAD_OPERATION(type.getName() + " has no such method", 0, CompletionStatus.COMPLETED_NO);
        }
        Operation operation;
        try {
            operation = parts.operations().of(method);
        } catch (ValueException notCarried) {
            throw refused(new BAD_OPERATION(notCarried.getMessage(), 0, CompletionStatus.COMPLETED_NO));
        }
        @Nullable Object[] arguments = operation.readArguments((org.omg.CORBA_2_3.portable.InputStream) in);
        Result result = parts.reception().call(new Call(object, method, arguments, context(), parts.callMillisMax()));
        if (result instanceof Result.Returned returned) {
            return reply(operation, returned, replies);
        }
        throw failure((Result.Thrown) result);
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
        boolean isRollbackOnly = returned.effect().isRollbackOnly();
        try {
            operation.checkResult(returned.value());
        } catch (ValueException tooLarge) {
            throw failure(new Result.Thrown(tooLarge, false, new Result.Effect(null, true)));
        }
        if (isRollbackOnly) {
            if (received().callerKey() == null) {
                throw new TRANSACTION_ROLLEDBACK(0, CompletionStatus.COMPLETED_YES);
            }
            received().reply(new ReplyData(true, null));
        }
        OutputStream out = replies.createReply();
        operation.writeResult((org.omg.CORBA_2_3.portable.OutputStream) out, returned.value());
        return out;
    }

    private SystemException failure(Result.Thrown thrown) {
        boolean isRollbackOnly = thrown.effect().isRollbackOnly();
        received().reply(new ReplyData(isRollbackOnly, FarFailure.of(thrown.failure(), thrown.isApplications())));
        return isRollbackOnly
                ? new TRANSACTION_ROLLEDBACK(thrown.failure().toString(), 0, CompletionStatus.COMPLETED_YES)
                : new UNKNOWN(thrown.failure().toString(), 0, CompletionStatus.COMPLETED_YES);
    }
}
