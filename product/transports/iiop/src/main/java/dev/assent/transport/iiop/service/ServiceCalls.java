package dev.assent.transport.iiop.service;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.ServiceRefusedException.Reason;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Reference;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.Result.Effect;
import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.service.Absent;
import dev.assent.remote.service.FarFailure;
import dev.assent.remote.transport.Recent;
import dev.assent.transport.iiop.orb.Baggage;
import dev.assent.transport.iiop.orb.InvocationFailure;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.orb.ReplyData;
import dev.assent.transport.iiop.ots.ContainerRefusals;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.program.TargetPolicy;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.KeyRing;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.reference.ObjectUrl;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_MODE;
import org.omg.CORBA.TRANSACTION_REQUIRED;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.UNKNOWN;
import org.omg.CORBA.UserException;
import org.omg.CORBA.portable.ApplicationException;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.RemarshalException;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContext;
import org.omg.CosNaming.NamingContextHelper;
import org.omg.CosNaming.NamingContextPackage.NotFound;
import org.omg.CosNaming.NamingContextPackage.NotFoundReason;

/**
 * Calls exported objects of other processes by RMI-IIOP. It looks each up once, by its name, in the NameService of the
 * object's process, and again when the object no longer exists.
 *
 * <p>Thread safety: safe to share; a call blocks until there is a reply.
 */
public final class ServiceCalls {
    private static final int OBJECTS_MAX = 1_000;

    private final NodeOrb orb;
    private final Operations operations;
    private final TargetPolicy.Unsaid unsaid;
    private final Recent<Name, Target> objects = new Recent<>(OBJECTS_MAX);

    private record Name(IiopPlace place, String object) {}

    /** An object, what its reference says about transactions, and whether it may belong to an EJB container. */
    private record Target(ObjectImpl object, TargetPolicy policy, boolean isOfContainer) {}

    /**
     * Makes calls with an ORB.
     *
     * @param unsaid what happens to calls in a transaction if the reference of the object has no OTSPolicy
     */
    public ServiceCalls(NodeOrb orb, Operations operations, TargetPolicy.Unsaid unsaid) {
        this.orb = orb;
        this.operations = operations;
        this.unsaid = unsaid;
    }

    /**
     * Makes a call.
     *
     * @param transaction is sent with it; null for none
     */
    public Result call(IiopPlace to, Call call, Baggage.@Nullable TransactionContext transaction) {
        Operation operation;
        byte[] body;
        try {
            operation = operations.of(call.method());
            body = operation.arguments(call.arguments());
        } catch (UncarriedException notCarried) {
            return new Result.Unanswered(false, notCarried);
        }
        Name name = new Name(to, call.object());
        try {
            boolean isKnown = objects.get(name) != null;
            Result result = call(to, call, operation, asked(find(name), body, transaction));
            if (result == null && isKnown) { // its process has restarted and may have another object of this name
                objects.remove(name);
                result = call(to, call, operation, asked(find(name), body, transaction));
            }
            return result == null ? absent(call) : result;
        } catch (NotFound absent) {
            return absent(call);
        } catch (NameUnknownException unknown) {
            return thrown(call, unknown.far, Effect.NONE);
        } catch (TRANSACTION_REQUIRED | INVALID_TRANSACTION | TRANSACTION_MODE unfit) { // by the reference
            Reason reason = Objects.requireNonNull(ContainerRefusals.reason(unfit));
            return new Result.Thrown(refusal(call, unfit, reason), false, Effect.NONE);
        } catch (InvocationFailure notFound) {
            ReplyData data = notFound.data();
            FarFailure far = data == null ? null : data.failure();
            return far == null ? new Result.Unanswered(false, notFound) : thrown(call, far, Effect.NONE);
        } catch (UserException | SystemException | ReferenceException notFound) {
            return new Result.Unanswered(false, notFound);
        }
    }

    /** A request without its operation. */
    private record Asked(Target target, byte[] body, Baggage.@Nullable TransactionContext transaction) {
        ObjectImpl object() {
            return target.object();
        }
    }

    /** With or without the transaction, as the object's reference says (Transaction Service 1.4, section 2.12). */
    private Asked asked(Target target, byte[] body, Baggage.@Nullable TransactionContext transaction) {
        if (transaction == null) {
            target.policy().checkWithout();
            return new Asked(target, body, null);
        }
        return new Asked(target, body, target.policy().goesWith(unsaid) ? transaction : null);
    }

    /** The content of a reply: a value, or an exception that the method declares. */
    private record Done(@Nullable Object value, @Nullable Throwable thrown) {}

    private static Result absent(Call call) {
        return new Result.Thrown(Absent.object(call.object(), call.method()), false, Effect.NONE);
    }

    /** An Assent process does not know the name, and has sent the reason as text. */
    private static final class NameUnknownException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient FarFailure far;

        NameUnknownException(FarFailure far) {
            super(far.text());
            this.far = far;
        }
    }

    private Target find(Name name) throws UserException, ReferenceException, NameUnknownException {
        Target known = objects.get(name);
        if (known != null) {
            return known;
        }
        ObjectUrl.Found url = ObjectUrl.find(name.object());
        ObjectImpl object = (ObjectImpl)
                (url != null && url.name() == null ? settled(orb.object(url.reference()), name) : resolve(name, url));
        Ior reference = orb.given(object, name.place());
        Target found = new Target(object, policy(reference), ContainerRefusals.isOfContainer(reference.typeId()));
        objects.put(name, found);
        return found;
    }

    /** A url can't carry policies. But an exported Assent object is recognized by its key, and takes part. */
    private static TargetPolicy policy(Ior reference) {
        try {
            if (KeyRing.unsealed(reference) instanceof ObjectName.Service) {
                return TargetPolicy.OF_SERVICES;
            }
        } catch (ReferenceException stranger) {
            // what the reference says
        }
        return TargetPolicy.of(
                reference.component(TargetPolicy.TAG_OTS_POLICY), reference.component(TargetPolicy.TAG_INV_POLICY));
    }

    /**
     * The key of a corbaloc may be a name, which its process forwards. The new reference says whether the object takes
     * part.
     */
    private org.omg.CORBA.Object settled(org.omg.CORBA.Object told, Name name) throws NotFound, ReferenceException {
        Ior reference = orb.ior(told);
        if (!reference.typeId().isEmpty() || KeyRing.isOurs(reference)) {
            return told;
        }
        org.omg.CORBA.Object settled = orb.baggage().settled(told, name.place());
        if (settled == null) {
            throw new NotFound(NotFoundReason.missing_node, new NameComponent[0]);
        }
        return settled;
    }

    /**
     * The object that a NameService has for a name; else why there is none, for a caller that knows this NameService.
     */
    private record Resolved(
            org.omg.CORBA.@Nullable Object object, @Nullable NotFound absent) {
        static Resolved by(NamingContext names, NameComponent[] path) throws UserException {
            try {
                return new Resolved(names.resolve(path), null);
            } catch (NotFound absent) {
                return new Resolved(null, absent);
            }
        }
    }

    /** Asks the NameService of the object's process, unless a url names another. */
    private org.omg.CORBA.Object resolve(Name name, ObjectUrl.@Nullable Found url)
            throws UserException, NameUnknownException {
        NameComponent[] path = url == null
                ? new NameComponent[] {new NameComponent(name.object(), "")}
                : StringNames.parse(Objects.requireNonNull(url.name()));
        NamingContext names = NamingContextHelper.unchecked_narrow(
                orb.object(url == null ? "corbaloc:iiop:1.2@" + name.place() + "/NameService" : url.reference()));
        Baggage.Answered<Resolved> answered = orb.baggage().sending(null, name.place(), () -> Resolved.by(names, path));
        NotFound absent = answered.value().absent();
        if (absent != null) {
            ReplyData data = answered.data();
            FarFailure far = data == null ? null : data.failure();
            if (far != null) {
                throw new NameUnknownException(far);
            }
            throw absent;
        }
        org.omg.CORBA.Object found = answered.value().object();
        if (found == null) {
            throw new NotFound(NotFoundReason.not_object, path);
        }
        return found;
    }

    /** The result of the call; null when the object does not exist, and nothing was done. */
    private @Nullable Result call(IiopPlace to, Call call, Operation operation, Asked asked) {
        try {
            Baggage.Answered<Done> answered =
                    orb.baggage().sending(asked.transaction(), to, () -> invoke(operation, asked));
            ReplyData data = answered.data();
            Done done = answered.value();
            Effect effect = new Effect(null, data != null && data.isRollbackOnly());
            Throwable thrown = done.thrown();
            if (thrown == null) {
                return new Result.Returned(done.value(), effect);
            }
            FarFailure far = data == null ? null : data.failure();
            return thrown instanceof SystemException && far != null
                    ? thrown(call, far, effect)
                    : new Result.Thrown(thrown, !(thrown instanceof SystemException), effect);
        } catch (UserException unexpected) {
            throw new IllegalStateException(unexpected);
        } catch (InvocationFailure ended) {
            return failed(call, asked.target(), ended);
        }
    }

    private static Result thrown(Call call, FarFailure far, Effect effect) {
        FarFailure.Thrown thrown = far.thrown(call.method());
        return new Result.Thrown(thrown.failure(), thrown.isApplications(), effect);
    }

    private static @Nullable Result failed(Call call, Target target, InvocationFailure ended) {
        SystemException failure = ended.failure();
        ReplyData data = ended.data();
        FarFailure far = data == null ? null : data.failure();
        if (data != null && far != null) {
            return thrown(call, far, new Effect(null, data.isRollbackOnly()));
        }
        if (failure instanceof TRANSACTION_ROLLEDBACK
                || failure.completed.value() == CompletionStatus._COMPLETED_YES) { // work of an unknown extent was done
            return new Result.Thrown(failure, false, new Effect(null, true));
        }
        if (Refusals.isNotSent(failure)) {
            return new Result.Unanswered(false, failure);
        }
        if (Refusals.mayHaveArrived(failure)) { // so it is never sent again
            return new Result.Unanswered(true, failure, target.isOfContainer() ? refusal(call, failure) : null);
        }
        if (failure instanceof OBJECT_NOT_EXIST) {
            return null;
        }
        Throwable refusal = refusal(call, failure);
        return refusal == null ? undone(call, failure) : new Result.Thrown(refusal, false, Effect.NONE);
    }

    /** What the caller gets for an exception whose kind is a refusal; null for any other. */
    private static @Nullable Throwable refusal(Call call, SystemException failure) {
        if (failure instanceof OBJECT_NOT_EXIST) {
            return Absent.object(call.object(), call.method());
        }
        Reason reason = ContainerRefusals.reason(failure);
        return reason == null ? null : refusal(call, failure, reason);
    }

    /** The result when a stranger has done nothing. */
    private static Result undone(Call call, SystemException failure) {
        return failure instanceof BAD_OPERATION
                ? new Result.Thrown(Absent.method(call.object(), call.method(), "of that object"), false, Effect.NONE)
                : new Result.Unanswered(false, failure);
    }

    /** The exception for a call that was refused before any work, so that the transaction stays as it is. */
    private static Throwable refusal(Call call, SystemException failure, Reason reason) {
        String object = ShownAddress.isReference(call.object())
                ? call.method().getDeclaringClass().getSimpleName()
                : call.object();
        String text = MESSAGES.callRefused(object + "." + call.method().getName(), ContainerRefusals.text(failure));
        return new ServiceRefusedException(text, failure, reason);
    }

    private static Done invoke(Operation operation, Asked asked) {
        @Nullable InputStream reply = null;
        try {
            OutputStream out = asked.object()._request(operation.name(), true);
            out.write_octet_array(asked.body(), 0, asked.body().length);
            reply = asked.object()._invoke(out);
            return new Done(read(operation, reply), null);
        } catch (RemarshalException forwarded) {
            return invoke(operation, asked);
        } catch (ApplicationException declared) {
            reply = declared.getInputStream();
            return new Done(null, readException(operation, declared));
        } finally {
            asked.object()._releaseReply(reply);
        }
    }

    private static Throwable readException(Operation operation, ApplicationException declared) {
        Throwable found;
        try {
            found = operation.readException(declared.getInputStream());
        } catch (SystemException broken) {
            found = broken;
        }
        return found == null ? new UNKNOWN(declared.getId(), 0, CompletionStatus.COMPLETED_YES) : found;
    }

    private static @Nullable Object read(Operation operation, InputStream reply) {
        try {
            Object value = operation.readResult(reply);
            return value instanceof Ior reference ? kept(operation, reference) : value;
        } catch (SystemException | ReferenceException notRead) {
            throw new MARSHAL(
                    "the call was done, and its result can't be read: " + notRead, 0, CompletionStatus.COMPLETED_MAYBE);
        }
    }

    /** An object of the called process, which that process knows by its name. */
    private static Reference kept(Operation operation, Ior reference) throws ReferenceException {
        if (KeyRing.unsealed(reference) instanceof ObjectName.Service service) {
            return new Reference(
                    service.object(), operation.method().getReturnType().getName());
        }
        throw new ReferenceException("it is not a reference to an exported object");
    }
}
