package dev.assent.transport.iiop.program;

import dev.assent.remote.message.Result;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.remote.transport.WorkRefusedException;
import dev.assent.transport.iiop.bound.UnderWay;
import dev.assent.transport.iiop.ots.ContainerRefusals;
import dev.assent.transport.iiop.ots.Refusals;
import dev.assent.transport.iiop.ots.WorkRefusals;
import dev.assent.transport.iiop.reference.ReferenceException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INV_POLICY;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.NO_IMPLEMENT;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.portable.InputStream;
import org.omg.CosTransactions.NON_TX_TARGET_POLICY_TYPE;
import org.omg.CosTransactions.PREVENT;
import org.omg.PortableInterceptor.ClientRequestInfo;
import org.omg.PortableInterceptor.ClientRequestInterceptor;

/**
 * Sends the transaction of the calling thread with the requests that a program makes by its stubs. They go only to
 * objects whose references say that they accept one (Transaction Service 1.4, section 2.12). If a reference says
 * nothing, the program's NonTxTargetPolicy decides, or a setting if the ORB has no client policies. A oneway request
 * has no transaction; if it would need one, it is not sent.
 *
 * <p>Thread safety: safe to share.
 */
public final class CallingInterceptor extends LocalObject implements ClientRequestInterceptor {
    private static final long serialVersionUID = 1L;

    private static final String UNKNOWN_OF_USER = "IDL:omg.org/CORBA/UnknownUserException:1.0";
    private static final String ROLLED_BACK = "IDL:omg.org/CORBA/TRANSACTION_ROLLEDBACK:1.0";
    private static final Result DONE = new Result.Returned(null, Result.Effect.NONE);
    private static final Result ROLLBACK_ONLY = new Result.Returned(null, new Result.Effect(null, true));

    private final transient AtomicReference<@Nullable Programs> programs;

    /** The requests of the thread, the innermost first; an empty element is a request without a transaction. */
    private final transient ThreadLocal<Deque<Optional<ThreadTransactions.Errand>>> calling =
            ThreadLocal.withInitial(ArrayDeque::new);

    private final transient UnderWay traffic;

    /** {@code programs} is the node, as programs see it; empty until the transport is open. */
    public CallingInterceptor(AtomicReference<@Nullable Programs> programs, UnderWay traffic) {
        this.programs = programs;
        this.traffic = traffic;
    }

    @Override
    public String name() {
        return "dev.assent.transport.iiop.calling";
    }

    @Override
    public void destroy() {}

    // ---- requests

    @Override
    public void send_request(ClientRequestInfo request) {
        calling.get().push(Optional.ofNullable(send(request)));
        traffic.begin();
    }

    @Override
    public void send_poll(ClientRequestInfo request) {}

    private ThreadTransactions.@Nullable Errand send(ClientRequestInfo request) {
        Programs now = programs.get();
        if (now == null || now.isSendingItself()) {
            return null;
        }
        ThreadTransactions threads = now.threads();
        if (threads == null) {
            return null;
        }
        TargetPolicy target = TargetPolicy.of(
                component(request, TargetPolicy.TAG_OTS_POLICY), component(request, TargetPolicy.TAG_INV_POLICY));
        if (!isTied(threads.manager())) {
            target.checkWithout();
            return null;
        }
        if (!target.goesWith(target.saysNothing() ? unsaid(request, now) : TargetPolicy.Unsaid.PERMIT)) {
            return null;
        }
        if (!request.response_expected()) { // its transaction might end before the work is done or registered (law 16)
            throw WorkRefusals.invalid("a request without a reply can't be part of a transaction");
        }
        return send(request, now, threads);
    }

    private static ThreadTransactions.@Nullable Errand send(
            ClientRequestInfo request, Programs now, ThreadTransactions threads) {
        ThreadTransactions.Errand errand = null;
        boolean isGoing = false;
        try {
            String address = now.address(request.effective_target());
            errand = threads.send(address);
            if (errand != null) {
                request.add_request_service_context(now.context(errand.context(), address), false);
            }
            isGoing = true;
            return errand;
        } catch (WorkRefusedException refused) {
            throw WorkRefusals.exception(refused);
        } catch (ReferenceException nowhere) {
            throw WorkRefusals.invalid(nowhere.getMessage());
        } finally {
            if (errand != null && !isGoing) {
                errand.done(DONE); // the ORB or another interceptor may have added such a context already
            }
        }
    }

    private static boolean isTied(TransactionManager manager) {
        try {
            return manager.getStatus() != Status.STATUS_NO_TRANSACTION;
        } catch (jakarta.transaction.SystemException unknown) {
            return true; // then the code asks for it, and refuses
        }
    }

    private static byte @Nullable [] component(ClientRequestInfo request, int tag) {
        try {
            return request.get_effective_component(tag).component_data;
        } catch (BAD_PARAM absent) {
            return null;
        }
    }

    /** The program's policy, if the ORB has client policies; else the transport's setting. */
    private static TargetPolicy.Unsaid unsaid(ClientRequestInfo request, Programs now) {
        try {
            if (request.get_request_policy(NON_TX_TARGET_POLICY_TYPE.value)
                    instanceof TransactionPolicy.NonTxTarget set) {
                return set.value() == PREVENT.value ? TargetPolicy.Unsaid.PREVENT : TargetPolicy.Unsaid.PERMIT;
            }
        } catch (INV_POLICY | NO_IMPLEMENT absent) {
            // not set, or the ORB has no such policies
        }
        return now.unsaid();
    }

    // ---- replies

    @Override
    public void receive_reply(ClientRequestInfo request) {
        done(DONE);
    }

    /** Another request goes to another place instead. */
    @Override
    public void receive_other(ClientRequestInfo request) {
        done(DONE);
    }

    @Override
    public void receive_exception(ClientRequestInfo request) {
        done(result(request));
    }

    private void done(Result result) {
        Optional<ThreadTransactions.Errand> sent = calling.get().poll();
        if (sent == null) {
            return;
        }
        try {
            sent.ifPresent(errand -> errand.done(result));
        } finally {
            traffic.end();
        }
    }

    /**
     * What an exception says about the call. An exception that the interface declares, or one with COMPLETED_NO, says
     * that the call is over. One with COMPLETED_YES says that work was done, but not which: the transaction can only
     * roll back, unless one of our exported objects says that it left the transaction as it was. After any other nobody
     * knows (law 16). But if its kind is a refusal of an EJB container, the transaction decides whether it is one.
     */
    private Result result(ClientRequestInfo request) {
        String id = request.received_exception_id();
        if (id.equals(ROLLED_BACK)) {
            return ROLLBACK_ONLY;
        }
        boolean isDeclared = !id.startsWith("IDL:omg.org/CORBA/") || id.equals(UNKNOWN_OF_USER);
        if (isDeclared) {
            return DONE;
        }
        Told told = told(request);
        return switch (told.completion()) {
            case CompletionStatus._COMPLETED_NO -> DONE;
            case CompletionStatus._COMPLETED_YES -> Refusals.isTransactionLeft(told.minor()) ? DONE : ROLLBACK_ONLY;
            default -> {
                IllegalStateException said = new IllegalStateException(id);
                boolean isRefusal = ContainerRefusals.isRefusal(id) && isOfContainer(request);
                yield new Result.Unanswered(true, said, isRefusal ? said : null);
            }
        };
    }

    private boolean isOfContainer(ClientRequestInfo request) {
        Programs now = programs.get();
        try {
            return now != null && ContainerRefusals.isOfContainer(now.typeId(request.effective_target()));
        } catch (ReferenceException | SystemException unread) {
            return false;
        }
    }

    /** What a system exception says beyond its id. */
    private record Told(int minor, int completion) {}

    private static Told told(ClientRequestInfo request) {
        try {
            InputStream in = request.received_exception().create_input_stream();
            in.read_string();
            return new Told(in.read_ulong(), in.read_ulong());
        } catch (SystemException unread) {
            return new Told(0, CompletionStatus._COMPLETED_MAYBE);
        }
    }
}
