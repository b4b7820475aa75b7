package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.NodeLayer;
import dev.assent.core.jta.JtaTransactionManager;
import dev.assent.core.jta.Waiter;
import dev.assent.core.observe.Notices;
import dev.assent.core.time.Clock;
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
 * The objects that a node exports, and proxies of those that other nodes export.
 *
 * <pre>{@code
 * services.export("account", Account.class, bean, TransactionAttribute.REQUIRED);
 * Account other = services.connect("in-process://bank-b/account", Account.class);
 * }</pre>
 *
 * <p>A call of a proxy is part of the thread's transaction, as the called object's {@link TransactionAttribute} says.
 * Its thread waits for the reply, as long as {@link ServiceLimits} and the transaction's remaining time allow; a call is
 * never sent twice. Exceptions of the application (those that the method declares, and {@link ApplicationException}s)
 * are thrown as themselves. Anything else is a {@link RemoteFailureException}. Proxies are not passed as arguments.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Services implements CallHandler, AutoCloseable {
    /** The address of this very process, whatever transports it has. */
    public static final String LOCAL = "local:";

    private final Parts parts;
    private final Exports exports = new Exports();
    private final References references;
    private final Demarcation demarcation;
    private final OutgoingCalls calls;

    /** How long the work of a method takes, by its class and not here: a class that is exported no more may be unloaded. */
    private final ClassValue<Map<Method, Pace>> paces = new ClassValue<>() {
        @Override
        protected Map<Method, Pace> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /**
     * What it works with.
     *
     * @param manager ties threads to transactions
     * @param outflow makes other processes part of transactions
     * @param transports reach them
     * @param workers run the work of calls, which may block
     * @param waiters make something to wait with for the calling thread
     * @param clock measures leases
     * @param chance gives 64 bits that nobody can guess, for the names of references
     * @param notices are told what goes wrong with references that are over
     */
    public record Parts(
            JtaTransactionManager manager,
            Outflow outflow,
            Transports transports,
            Executor workers,
            Supplier<Waiter> waiters,
            Clock clock,
            LongSupplier chance,
            Notices notices) {
        /** Of a node that reaches others so. */
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
    public Services(Parts parts, ServiceLimits limits) {
        this.parts = parts;
        this.references = new References(parts.clock(), parts.chance(), limits);
        this.demarcation = new Demarcation(parts.manager());
        Propagation propagation = new NodePropagation(parts.manager(), parts.outflow());
        this.calls = new OutgoingCalls(propagation, parts.transports(), parts.waiters(), limits.callMillisMax());
    }

    // ---- objects of this node

    /** As {@link #export(String, Class, Object, Attributes)}, with one attribute for the interface. */
    public <T> void export(String name, Class<T> type, T object, TransactionAttribute attribute) {
        export(name, type, object, Attributes.of(attribute));
    }

    /**
     * Lets others call an object, by its interface and by nothing else.
     *
     * @param name of 1 to 64 letters, digits, '.', '_' and '-'
     * @param attributes which transactions its methods are part of
     * @throws IllegalArgumentException when the name is refused or taken, the type is no interface, or there is an
     *     attribute for a method that it has not
     */
    public <T> void export(String name, Class<T> type, T object, Attributes attributes) {
        exports.add(name, type, object, attributes);
    }

    /**
     * Exports several objects, so that callers which come early are told to come again: until this returns, a name that is not
     * exported may be one that comes. Without this, so it is until the first object is exported. A process that exports nothing
     * says so by an action that does nothing.
     *
     * @param exports calls {@link #export(String, Class, Object, TransactionAttribute)}; what it throws is thrown
     */
    public void exportTogether(Runnable exports) {
        this.exports.together(exports);
    }

    /** The names of all that is exported, and whether more may come. */
    public ExportedNames names() {
        return exports.names();
    }

    /** No more calls of the object are taken; those under way go on. Ignored when there is none. */
    public void unexport(String name) {
        exports.remove(name);
    }

    /**
     * The interface by which an object is called, for who reads calls from a wire.
     *
     * @param name of an exported object, or what a {@link dev.assent.remote.message.Reference} or a call names
     * @return null when there is no such object
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
        return found == null ? TransactionNeed.OPTIONAL : found.attribute().need();
    }

    // ---- objects of others

    /** As {@link #connect(String, Class, Passing)}, by reference. */
    public <T> T connect(String address, Class<T> type) {
        return connect(address, type, Passing.BY_REFERENCE);
    }

    /**
     * A proxy of an object. Nothing is sent, so neither it nor its process need be there yet. {@code equals}, {@code
     * hashCode} and {@code toString} of a proxy are its own.
     *
     * @param address the address of the process, '/', and the name of the object; {@link #LOCAL} is the address of this
     *     one, as are those of its transports; or another form that a transport knows
     * @param passing how an object of this process is called; others are called by value in any case
     * @throws IllegalArgumentException when the address is none, or the type is no interface
     */
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
        via.peer(process); // refuses an address that is none
        return process.equals(via.address());
    }

    /**
     * Lets go of a reference that a call has returned: the object's process closes the object, if it is AutoCloseable,
     * and keeps it no longer. Nothing is done when it is released already.
     *
     * @throws IllegalArgumentException when it is no reference
     * @throws RemoteFailureException when its process could not be told, and keeps the object until its lease is over
     */
    public void release(Object reference) {
        Proxies.release(reference);
    }

    /**
     * Keeps a reference, that is not used now, for the time of another lease.
     *
     * @throws IllegalArgumentException when it is no reference
     * @throws ReferenceGoneException when it is released, or its lease is over
     * @throws RemoteFailureException when its process could not be told
     */
    public void renew(Object reference) {
        Proxies.renew(reference);
    }

    /** How many objects are kept for references that others have. */
    public int references() {
        return references.size();
    }

    /** Lets the objects go whose leases are over. Called by a timer, some times a second. */
    public void tick() {
        references.expire().forEach(this::close);
    }

    /** Exports nothing any more, and lets all objects of references go. Calls under way go on. */
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
                    | VirtualMachineError refused) { // the latter when no thread can be started
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
                    () -> { // if it is still, by then
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
        } catch (RejectedExecutionException | VirtualMachineError refused) { // the latter when no thread can be started
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

    /** A bug of ours in between leaves no caller without a word, and no reference in use. */
    private void run(Incoming incoming, CallName name, Exported exported, Consumer<Result> reply) {
        Once once = new Once(reply);
        try {
            new IncomingCall(incoming, name, exported, new IncomingCall.Parts(demarcation, exports, references))
                    .run(once);
        } catch (Throwable bug) {
            once.accept(new Result.Thrown(bug, false, new Effect(null, true)));
            throw bug;
        }
    }

    /** Tells the first result alone. */
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

    /** What a caller tells of its references. */
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
