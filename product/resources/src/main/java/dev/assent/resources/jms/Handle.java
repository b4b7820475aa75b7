package dev.assent.resources.jms;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.resources.driver.Calls;
import jakarta.jms.CompletionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TransactionInProgressException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The application's object in place of the broker's session, consumer or producer. Each call goes through the
 * {@linkplain SessionLease#use door} of the lease, except for close, which may come at any time, and for refused calls.
 * The maker of a handle keeps it until it is closed, so that closing the maker closes its open handles, too.
 *
 * <p>Thread safety: as the JMS object; close by any thread.
 */
final class Handle implements InvocationHandler {
    private static final Set<String> ENDS = Set.of("commit", "rollback");
    private static final Set<String> REFUSED = Set.of(
            "recover",
            "run",
            "setMessageListener",
            "createBrowser",
            "createDurableConsumer",
            "createDurableSubscriber",
            "createTemporaryQueue",
            "createTemporaryTopic",
            "unsubscribe");

    /**
     * The owner of a handle.
     *
     * @param lease of the transaction in which it was made
     */
    record Owner(OpenJmsPool pool, SessionLease lease) {}

    private final Owner owner;
    private final AutoCloseable own;
    private final List<Set<AutoCloseable>> keepers;
    private final Set<AutoCloseable> children = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    private Handle(AutoCloseable own, Owner owner, List<Set<AutoCloseable>> keepers) {
        this.own = own;
        this.owner = owner;
        this.keepers = keepers;
    }

    /**
     * A handle of one of the broker's own objects.
     *
     * @param keepers keep it until it is closed
     */
    static <T extends AutoCloseable> T of(Class<T> type, T own, Owner owner, List<Set<AutoCloseable>> keepers) {
        T handle = type.cast(Proxy.newProxyInstance(
                Handle.class.getClassLoader(), new Class<?>[] {type}, new Handle(own, owner, keepers)));
        keepers.forEach(keeper -> keeper.add(handle));
        return handle;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object answer = Calls.ofObject(proxy, own, method, arguments);
        if (answer != null) {
            return answer;
        }
        String name = method.getName();
        if (name.equals("close")) {
            close(proxy);
            return null;
        }
        if (ENDS.contains(name)) {
            throw new TransactionInProgressException(
                    MESSAGES.jmsOperationRefused(name, owner.pool().name()));
        }
        if (REFUSED.contains(name) || Arrays.asList(method.getParameterTypes()).contains(CompletionListener.class)) {
            throw owner.pool().refused(name);
        }
        return owner.lease().use(owner.pool().enlistment().current(), () -> {
            if (closed.get()) {
                throw new IllegalStateException(
                        MESSAGES.jmsHandleClosed(name, owner.pool().name()));
            }
            return wrapped(Calls.through(own, method, arguments));
        });
    }

    private @Nullable Object wrapped(@Nullable Object answer) {
        if (answer instanceof MessageConsumer consumer) {
            return child(MessageConsumer.class, consumer);
        }
        if (answer instanceof MessageProducer producer) {
            return child(MessageProducer.class, producer);
        }
        return answer;
    }

    private <T extends AutoCloseable> T child(Class<T> type, T made) {
        owner.lease().opened(made);
        return of(type, made, owner, List.of(children));
    }

    /** Closes all handles made with it. The session itself is the transaction's, and is not closed. */
    private void close(Object proxy) throws Exception {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        keepers.forEach(keeper -> keeper.remove(proxy));
        for (AutoCloseable child : children) {
            child.close();
        }
        if (!(own instanceof Session)) {
            owner.lease().close(owner.pool().enlistment().current(), own);
        }
    }
}
