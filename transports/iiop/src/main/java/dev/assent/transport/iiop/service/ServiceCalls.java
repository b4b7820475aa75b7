package dev.assent.transport.iiop.service;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.Result.Effect;
import dev.assent.remote.service.Absent;
import dev.assent.remote.service.FarFailure;
import dev.assent.transport.iiop.driven.Recent;
import dev.assent.transport.iiop.orb.Baggage;
import dev.assent.transport.iiop.orb.InvocationFailure;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.orb.ReplyData;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.reference.IiopPlace;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.UNKNOWN;
import org.omg.CORBA.UserException;
import org.omg.CORBA.portable.ApplicationException;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CORBA.portable.RemarshalException;
import org.omg.CORBA_2_3.portable.InputStream;
import org.omg.CORBA_2_3.portable.OutputStream;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContext;
import org.omg.CosNaming.NamingContextHelper;
import org.omg.CosNaming.NamingContextPackage.NotFound;

/**
 * Calls exported objects of other processes by RMI-IIOP. Each is looked up once, by its name in the NameService of its
 * process; again when it is not there any more.
 *
 * <p>Thread safety: safe to share; a call blocks until there is a reply.
 */
public final class ServiceCalls {
    private static final int OBJECTS_MAX = 1_000;

    private final NodeOrb orb;
    private final Operations operations;
    private final Recent<Name, ObjectImpl> objects = new Recent<>(OBJECTS_MAX);

    private record Name(IiopPlace place, String object) {}

    /** Calls by an ORB. */
    public ServiceCalls(NodeOrb orb, Operations operations) {
        this.orb = orb;
        this.operations = operations;
    }

    /**
     * What became of a call.
     *
     * @param transaction goes with it; null for none
     */
    public Result call(IiopPlace to, Call call, Baggage.@Nullable TransactionContext transaction) {
        Operation operation;
        try {
            operation = operations.of(call.method());
            operation.check(call.arguments());
        } catch (ValueException notCarried) {
            return new Result.Unanswered(false, notCarried);
        }
        Name name = new Name(to, call.object());
        try {
            boolean isKnown = objects.get(name) != null;
            Result result = call(to, call, operation, new Target(find(name), transaction));
            if (result == null && isKnown) { // its process has restarted since, and may know another one by the name
                objects.remove(name);
                result = call(to, call, operation, new Target(find(name), transaction));
            }
            return result == null ? absent(call) : result;
        } catch (NotFound absent) {
            return absent(call);
        } catch (UserException | InvocationFailure | SystemException notFound) {
            return new Result.Unanswered(false, notFound);
        }
    }

    private record Target(ObjectImpl object, Baggage.@Nullable TransactionContext transaction) {}

    private static Result absent(Call call) {
        return new Result.Thrown(Absent.object(call.object(), call.method()), false, Effect.NONE);
    }

    private ObjectImpl find(Name name) throws UserException {
        ObjectImpl known = objects.get(name);
        if (known != null) {
            return known;
        }
        NamingContext names =
                NamingContextHelper.unchecked_narrow(orb.object("corbaloc:iiop:1.2@" + name.place() + "/NameService"));
        NameComponent[] path = {new NameComponent(name.object(), "")};
        ObjectImpl found = (ObjectImpl) orb.baggage()
                .sending(null, orb.keyFor(name.place()), () -> names.resolve(path))
                .value();
        objects.put(name, found);
        return found;
    }

    /** What became of it; null when the object is not there, and nothing was done. */
    private @Nullable Result call(IiopPlace to, Call call, Operation operation, Target target) {
        try {
            Baggage.Answered<@Nullable Object> answered = orb.baggage()
                    .sending(
                            target.transaction(),
                            orb.keyFor(to),
                            () -> invoke(target.object(), operation, call.arguments()));
            ReplyData data = answered.data();
            return new Result.Returned(answered.value(), new Effect(null, data != null && data.isRollbackOnly()));
        } catch (UserException unexpected) {
            throw new IllegalStateException(unexpected);
        } catch (InvocationFailure ended) {
            return failed(call, ended);
        }
    }

    private static @Nullable Result failed(Call call, InvocationFailure ended) {
        SystemException failure = ended.failure();
        ReplyData data = ended.data();
        FarFailure far = data == null ? null : data.failure();
        if (data != null && far != null) {
            FarFailure.Thrown thrown = far.thrown(call.method());
            return new Result.Thrown(
                    thrown.failure(), thrown.isApplications(), new Effect(null, data.isRollbackOnly()));
        }
        if (failure instanceof OBJECT_NOT_EXIST && !Refusals.mayHaveArrived(failure)) {
            return null;
        }
        if (failure instanceof BAD_OPERATION && !Refusals.mayHaveArrived(failure)) {
            return new Result.Thrown(Absent.method(call.object(), call.method(), "of that object"), false, Effect.NONE);
        }
        return failure.completed.value() == CompletionStatus._COMPLETED_YES
                ? new Result.Thrown(
                        failure, false, new Effect(null, true)) // of a stranger; what it has done is not told
                : new Result.Unanswered(Refusals.mayHaveArrived(failure), failure);
    }

    private static @Nullable Object invoke(ObjectImpl object, Operation operation, @Nullable Object[] arguments) {
        org.omg.CORBA.portable.@Nullable InputStream reply = null;
        try {
            OutputStream out = (OutputStream) object._request(operation.name(), true);
            operation.writeArguments(out, arguments);
            reply = object._invoke(out);
            return read(operation, (InputStream) reply);
        } catch (RemarshalException forwarded) {
            return invoke(object, operation, arguments);
        } catch (ApplicationException undeclared) {
            throw new UNKNOWN(undeclared.getId(), 0, CompletionStatus.COMPLETED_YES);
        } finally {
            object._releaseReply(reply);
        }
    }

    private static @Nullable Object read(Operation operation, InputStream reply) {
        try {
            return operation.readResult(reply);
        } catch (SystemException notRead) {
            throw new MARSHAL(
                    "the call was done, and its result can't be read: " + notRead, 0, CompletionStatus.COMPLETED_MAYBE);
        }
    }
}
