package dev.assent.transport.iiop.program;

import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.remote.transport.WorkRefusedException;
import dev.assent.transport.iiop.bound.UnderWay;
import dev.assent.transport.iiop.context.ContextCodec;
import dev.assent.transport.iiop.context.ContextException;
import dev.assent.transport.iiop.ots.WorkRefusals;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INV_POLICY;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.Policy;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_MODE;
import org.omg.CORBA.TRANSACTION_REQUIRED;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.TRANSACTION_UNAVAILABLE;
import org.omg.CosTransactions.FORBIDS;
import org.omg.CosTransactions.INVOCATION_POLICY_TYPE;
import org.omg.CosTransactions.OTS_POLICY_TYPE;
import org.omg.CosTransactions.REQUIRES;
import org.omg.CosTransactions.UNSHARED;
import org.omg.PortableInterceptor.ServerRequestInfo;
import org.omg.PortableInterceptor.ServerRequestInterceptor;

/**
 * Makes the work of a program's servants part of the transaction of the request, as the policies of their object
 * adapter say (Transaction Service 1.4, section 2.12). Objects of adapters without a policy take no part. The servant
 * runs on the thread of its interceptors (CORBA 3.0, section 21.3.8), and the thread has the transaction until the
 * reply.
 *
 * <p>Thread safety: safe to share.
 */
public final class ServingInterceptor extends LocalObject implements ServerRequestInterceptor {
    private static final long serialVersionUID = 1L;

    private final transient AtomicReference<@Nullable Programs> programs;

    private final transient ThreadCurrent current;
    private final transient UnderWay traffic;

    /** The requests that the thread serves, the innermost first. */
    private final transient ThreadLocal<Deque<Served>> serving = ThreadLocal.withInitial(ArrayDeque::new);

    /** A request. */
    private static final class Served {
        /** The thread's timeout before the request. */
        final int timeoutSeconds;

        /** Its part of a transaction; null without one, and when it was refused. */
        ThreadTransactions.@Nullable Work work;

        Served(int timeoutSeconds) {
            this.timeoutSeconds = timeoutSeconds;
        }
    }

    /** {@code programs} is the node, as programs see it; empty until the transport is open. */
    public ServingInterceptor(AtomicReference<@Nullable Programs> programs, ThreadCurrent current, UnderWay traffic) {
        this.programs = programs;
        this.current = current;
        this.traffic = traffic;
    }

    @Override
    public String name() {
        return "dev.assent.transport.iiop.serving";
    }

    @Override
    public void destroy() {}

    /** Adds an entry for every request, even one that is refused before a servant runs. The reply removes it. */
    @Override
    public void receive_request_service_contexts(ServerRequestInfo request) {
        serving.get().push(new Served(current.get_timeout()));
        traffic.begin();
    }

    @Override
    public void receive_request(ServerRequestInfo request) {
        Served served = serving.get().element();
        served.work = enter(request);
    }

    private ThreadTransactions.@Nullable Work enter(ServerRequestInfo request) {
        Policy policy = policy(request, OTS_POLICY_TYPE.value);
        Programs now = programs.get();
        if (!(policy instanceof TransactionPolicy.Ots ots) || !ots.isOfPrograms() || now == null) {
            return null;
        }
        byte[] octets = now.context();
        if (octets == null) {
            if (ots.value() == REQUIRES.value) {
                throw new TRANSACTION_REQUIRED(
                        "the object accepts only requests with a transaction", 0, CompletionStatus.COMPLETED_NO);
            }
            return null;
        }
        if (ots.value() == FORBIDS.value) {
            throw WorkRefusals.invalid("the object accepts only requests without a transaction");
        }
        if (policy(request, INVOCATION_POLICY_TYPE.value) instanceof TransactionPolicy.Invocation invocation
                && invocation.value() == UNSHARED.value) {
            throw new TRANSACTION_MODE(
                    "the object accepts only requests from a queue", 0, CompletionStatus.COMPLETED_NO);
        }
        return enter(now, octets);
    }

    private static ThreadTransactions.Work enter(Programs now, byte[] octets) {
        ThreadTransactions threads = now.threads();
        if (threads == null) {
            throw new TRANSACTION_UNAVAILABLE(
                    "the process has no transaction manager", 0, CompletionStatus.COMPLETED_NO);
        }
        Context context;
        try {
            context = ContextCodec.read(octets);
        } catch (ContextException refused) {
            throw WorkRefusals.invalid(refused.getMessage());
        }
        try {
            return threads.enter(now.caller(), context);
        } catch (WorkRefusedException refused) {
            throw WorkRefusals.exception(refused);
        }
    }

    private static @Nullable Policy policy(ServerRequestInfo request, int type) {
        try {
            return request.get_server_policy(type);
        } catch (INV_POLICY absent) {
            return null;
        }
    }

    // ---- replies

    @Override
    public void send_reply(ServerRequestInfo request) {
        leave();
    }

    @Override
    public void send_exception(ServerRequestInfo request) {
        leave();
    }

    @Override
    public void send_other(ServerRequestInfo request) {
        leave();
    }

    /** The reply waits until the superior knows of the work. It fails if the transaction can only roll back. */
    private void leave() {
        Served served = serving.get().poll();
        if (served == null) {
            return;
        }
        try {
            leave(served);
        } finally {
            traffic.end();
        }
    }

    private void leave(Served served) {
        if (current.get_timeout() != served.timeoutSeconds) {
            current.set_timeout(served.timeoutSeconds); // the thread serves another request next
        }
        ThreadTransactions.Work work = served.work;
        if (work == null) {
            return;
        }
        Result told = work.leave();
        if (told instanceof Result.Thrown thrown) {
            throw rolledBack(String.valueOf(thrown.failure().getMessage()));
        }
        if (told.effect().isRollbackOnly()) {
            throw rolledBack("the transaction can only roll back");
        }
    }

    private static SystemException rolledBack(String why) {
        return new TRANSACTION_ROLLEDBACK(why, 0, CompletionStatus.COMPLETED_YES);
    }
}
