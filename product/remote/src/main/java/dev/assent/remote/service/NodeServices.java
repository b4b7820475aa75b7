package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.NodeLayer;
import dev.assent.core.jta.NodeTransactionManager;
import dev.assent.core.jta.Waiter;
import dev.assent.core.observe.Notices;
import dev.assent.core.time.Clock;
import dev.assent.remote.Attributes;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.Passing;
import dev.assent.remote.ReferenceGoneException;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.Services;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.Result.Effect;
import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.subordinate.CallHandler;
import dev.assent.remote.superior.Outflow;
import dev.assent.remote.transport.ExportedNames;
import dev.assent.remote.transport.TransactionNeed;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transports;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The services of a node: its exported objects, proxies of the objects of others, and the calls that come in.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class NodeServices implements Services, CallHandler, AutoCloseable {
    private final Parts parts;
    private final Exports exports = new Exports();
    private final References references;
    private final Demarcation demarcation;
    private final OutgoingCalls calls;

    /**
     * How long each method takes. The class holds the times, so that a class that is no longer exported can be
     * unloaded.
     */
    private final ClassValue<Map<Method, Pace>> paces = new ClassValue<>() {
        @Override
        protected Map<Method, Pace> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /**
     * The parts that this class uses.
     *
     * @param manager associates threads with transactions
     * @param outflow makes other processes part of transactions
     * @param transports reach other processes
     * @param workers run the called methods, which may block
     * @param waiters make a waiter for the calling thread
     * @param clock measures leases
     * @param chance gives 64 bits that nobody can guess, for the names of references
     * @param notices get the failures of objects whose references are over
     */
    public record Parts(
            NodeTransactionManager manager,
            Outflow outflow,
            Transports transports,
            Executor workers,
            Supplier<Waiter> waiters,
            Clock clock,
            LongSupplier chance,
            Notices notices) {
        /** The parts of a node that reaches others by these transports. */
        public static Parts of(NodeLayer.Parts node, Transports transports, Outflow outflow) {
            return new Parts(
                    node.manager(),
                    outflow,
                    transports,
                    node.workers(),
                    node.waiters(),
                    node.coordinator().clock(),
                    node.chance(),
                    node.notices());
        }
    }

    /** The services of a node. */
    public NodeServices(Parts parts, ServiceLimits limits) {
        this.parts = parts;
        this.references = new References(parts.clock(), parts.chance(), limits);
        this.demarcation = new Demarcation(parts.manager());
        Propagation propagation = new NodePropagation(parts.manager(), parts.outflow());
        this.calls = new OutgoingCalls(propagation, parts.transports(), parts.waiters(), limits.callMillisMax());
    }

    // ---- objects of this node

    @Override
    public <T> void export(String name, Class<T> type, T object, CallTransaction attribute) {
        export(name, type, object, Attributes.of(attribute));
    }

    @Override
    public <T> void export(String name, Class<T> type, T object, Attributes attributes) {
        exports.add(name, type, object, attributes);
    }

    @Override
    public void exportTogether(Runnable exports) {
        this.exports.together(exports);
    }

    /** The names of all exported objects, and whether more may come. */
    public ExportedNames names() {
        return exports.names();
    }

    @Override
    public void unexport(String name) {
        exports.remove(name);
    }

    /**
     * The interface of an object, for transports that read calls from a wire.
     *
     * @param name of an exported object, or the name in a {@link dev.assent.remote.message.Reference} or a call
     * @return null if the object does not exist
     */
    public @Nullable Class<?> type(String name) {
        if (name.equals(Leases.NAME)) {
            return Leases.class;
        }
        Exported found = find(name);
        return found == null ? null : found.type().type();
    }

    private @Nullable Exported find(String name) {
        return name.startsWith(References.MARK) ? references.find(name) : exports.find(name);
    }

    @Override
    public TransactionNeed need(String object, Method method) {
        Exported exported = find(object);
        ExportedMethod found = exported == null ? null : exported.type().find(method);
        return found == null ? TransactionNeed.OPTIONAL : CallScope.need(found.attribute());
    }

    // ---- objects of others

    @Override
    public <T> T connect(String address, Class<T> type) {
        return connect(address, type, Passing.BY_REFERENCE);
    }

    @Override
    public <T> T connect(String address, Class<T> type, Passing passing) {
        ExportedType.check(ShownAddress.of(address), type);
        ObjectAddress at = ObjectAddress.of(parts.transports().inOwnForm(address));
        return type.cast(Proxies.of(
                isHere(at.process())
                        ? new LocalProxy(exports, demarcation, type, at.object(), passing)
                        : new RemoteProxy(calls, type, calls.destination(at.process()), at.object())));
    }

    private boolean isHere(String process) {
        if (process.equals(LOCAL)) {
            return true;
        }
        Transport via = parts.transports().of(process);
        via.peer(process); // refuses a malformed address
        return process.equals(via.address());
    }

    @Override
    public void release(Object reference) {
        Proxies.release(reference);
    }

    @Override
    public void renew(Object reference) {
        Proxies.renew(reference);
    }

    @Override
    public int references() {
        return references.size();
    }

    /** Closes the objects whose leases are over. A timer calls this some times a second. */
    public void tick() {
        references.expire().forEach(this::close);
    }

    /** Stops exporting, and closes all objects of references. Running calls go on. */
    @Override
    public void close() {
        exports.clear();
        references.clear().forEach(this::close);
    }

    private void close(Exported gone) {
        if (gone.target() instanceof AutoCloseable closeable) {
            try {
                parts.workers().execute(() -> close(gone, closeable));
            } catch (RejectedExecutionException
                    | VirtualMachineError refused) { // the latter if no thread can be started
                closeFailed(gone, refused);
            }
        }
    }

    private void close(Exported gone, AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Throwable failed) {
            closeFailed(gone, failed);
        }
    }

    private void closeFailed(Exported gone, Throwable failed) {
        parts.notices().warning(MESSAGES.referenceCloseFailed(gone.type().type().getName(), failed));
    }

    // ---- calls that come in

    @Override
    public void handle(Incoming incoming, Consumer<Result> reply) {
        Call call = incoming.call();
        CallName name = new CallName(call.object(), call.method());
        if (call.object().equals(Leases.NAME)) {
            reply.accept(lease(incoming, name));
            return;
        }
        Once once = new Once(reply);
        Executor here = incoming.here();
        if (here == null) {
            byWorker(name, once, () -> run(incoming, name, once));
            return;
        }
        Pace pace = paces.get(call.method().getDeclaringClass())
                .computeIfAbsent(call.method(), fresh -> new Pace(parts.clock()));
        Runnable work = () -> pace.<Result>run(told -> run(incoming, name, told), once);
        if (pace.isShort()) {
            here.execute(
                    () -> { // it may have taken long meanwhile
                        if (pace.isShort()) {
                            work.run();
                        } else {
                            byWorker(name, once, work);
                        }
                    });
        } else {
            byWorker(name, once, work);
        }
    }

    private void byWorker(CallName name, Once once, Runnable work) {
        try {
            parts.workers().execute(work);
        } catch (RejectedExecutionException | VirtualMachineError refused) { // the latter if no thread can be started
            once.accept(thrown(new ServiceRefusedException(
                    MESSAGES.workerRefused(name, refused), refused, ServiceRefusedException.Reason.NOT_READY)));
        }
    }

    private static Result thrown(RemoteFailureException failure) {
        return new Result.Thrown(failure, false, Effect.NONE);
    }

    private void run(Incoming incoming, CallName name, Consumer<Result> reply) {
        if (!name.object().startsWith(References.MARK)) {
            Exported exported = exports.find(name.object());
            if (exported == null) {
                reply.accept(thrown(new ServiceRefusedException(MESSAGES.serviceUnknown(name), null)));
            } else {
                run(incoming, name, exported, reply);
            }
            return;
        }
        Exported kept = references.use(incoming.from(), name.object());
        if (kept == null) {
            reply.accept(thrown(new ReferenceGoneException(MESSAGES.referenceGone(name))));
            return;
        }
        run(incoming, name, kept, result -> {
            if (name.isClose() && !isRefused(result)) {
                references.release(incoming.from(), name.object());
            }
            references.used(name.object());
            reply.accept(result);
        });
    }

    /** Even if a bug of Assent throws here, the caller gets an answer, and no reference stays in use. */
    private void run(Incoming incoming, CallName name, Exported exported, Consumer<Result> reply) {
        Once once = new Once(reply);
        try {
            new IncomingCall(
                            incoming,
                            name,
                            exported,
                            new IncomingCall.Parts(demarcation, exports, references, this::close))
                    .run(once);
        } catch (Throwable bug) {
            once.accept(new Result.Thrown(bug, false, new Effect(null, true)));
            throw bug;
        }
    }

    /** Passes on only the first result. */
    private record Once(AtomicReference<@Nullable Consumer<Result>> reply) implements Consumer<Result> {
        Once(Consumer<Result> reply) {
            this(new AtomicReference<>(reply));
        }

        @Override
        public void accept(Result result) {
            Consumer<Result> untold = reply.getAndSet(null);
            if (untold != null) {
                untold.accept(result);
            }
        }
    }

    private static boolean isRefused(Result result) {
        return result instanceof Result.Thrown thrown && thrown.failure() instanceof ServiceRefusedException;
    }

    /** Renews or releases a reference of the caller. */
    private Result lease(Incoming incoming, CallName name) {
        Call call = incoming.call();
        boolean isKnown = false;
        if (call.arguments().length == 1 && call.arguments()[0] instanceof String object) {
            if (call.method().getName().equals("renew")) {
                isKnown = references.renew(incoming.from(), object);
            } else {
                Exported released = references.release(incoming.from(), object);
                isKnown = released != null;
                if (released != null) {
                    close(released);
                }
            }
        }
        return isKnown
                ? new Result.Returned(null, Effect.NONE)
                : thrown(new ReferenceGoneException(MESSAGES.referenceGone(name)));
    }
}
