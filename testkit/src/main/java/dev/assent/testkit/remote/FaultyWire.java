package dev.assent.testkit.remote;

import dev.assent.core.identity.NodeEpoch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A wire that loses, repeats, delays and reorders messages as a test wants it: wraps the transports of any other. It
 * counts the sent messages.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class FaultyWire implements TransportFixture {
    private final TransportFixture inner;
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final List<Hook> hooks = new CopyOnWriteArrayList<>();
    private final List<Sent> sent = new CopyOnWriteArrayList<>();
    private final AtomicInteger underWay = new AtomicInteger();

    /** The first of each kind is under way, the others wait for it. Guarded by itself. */
    private final Map<MessageKind, Deque<Repetition>> repetitions = new EnumMap<>(MessageKind.class);

    /** A message that was sent, with its sender's node and the receiver's address. */
    public record Sent(String from, MessageKind kind, String to) {}

    /** The fate of the next message of a kind, or of all. */
    private record Rule(MessageKind kind, boolean isForAll, Consumer<Passage> fate) {}

    /** An action that runs before the receiver of a message of this kind sends its next answer. */
    private record Hook(MessageKind kind, Runnable action) {}

    /** A wire that breaks the messages of another one. */
    public FaultyWire(TransportFixture inner) {
        this.inner = inner;
    }

    @Override
    public FaultyTransport transport(
            String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
        return new FaultyTransport(this, name, inner.transport(name, life, types));
    }

    @Override
    public String address(String name) {
        return inner.address(name);
    }

    @Override
    public long messageBytesMax() {
        return inner.messageBytesMax();
    }

    @Override
    public boolean needsAThreadForEachCall() {
        return inner.needsAThreadForEachCall();
    }

    @Override
    public boolean mayIgnoreRepetitions() {
        return inner.mayIgnoreRepetitions();
    }

    @Override
    public boolean countsByHost() {
        return inner.countsByHost();
    }

    @Override
    public void tick() {
        inner.tick();
    }

    @Override
    public void close() {
        inner.close();
    }

    // ---- faults

    /** Decides the fate of the next message of a kind, from any sender. */
    public void next(MessageKind kind, Consumer<Passage> fate) {
        rules.add(new Rule(kind, false, fate));
    }

    /** Decides the fate of all messages of a kind, until {@link #mend}. */
    public void all(MessageKind kind, Consumer<Passage> fate) {
        rules.add(new Rule(kind, true, fate));
    }

    /** Holds the next message of a kind back; its sender waits until the test decides the message's fate. */
    public CompletableFuture<Passage> hold(MessageKind kind) {
        CompletableFuture<Passage> held = new CompletableFuture<>();
        next(kind, held::complete);
        return held;
    }

    /** Runs an action before the receiver of a message of this kind sends its next answer. */
    public void beforeAnswer(MessageKind kind, Runnable action) {
        hooks.add(new Hook(kind, action));
    }

    /** From now on all messages arrive. */
    public void mend() {
        rules.clear();
        hooks.clear();
    }

    // ---- sent messages

    /** All messages that were sent, in order. */
    public List<Sent> sent() {
        return List.copyOf(sent);
    }

    /** How many messages of a kind were sent. */
    public long sent(MessageKind kind) {
        return sent.stream().filter(each -> each.kind() == kind).count();
    }

    /** Forgets the sent messages. */
    public void forgetSent() {
        sent.clear();
    }

    /** How many messages are on their way, or being answered; not those that are held back. */
    public int underWay() {
        return underWay.get();
    }

    // ---- calls by its transports

    void meet(Passage passage) {
        sent.add(new Sent(passage.from(), passage.kind(), passage.to()));
        for (Rule each : rules) {
            if (each.kind() == passage.kind() && (each.isForAll() || rules.remove(each))) {
                each.fate().accept(passage);
                return;
            }
        }
        passage.deliver();
    }

    void answering(MessageKind kind) {
        for (Hook each : hooks) {
            if (each.kind() == kind && hooks.remove(each)) {
                each.action().run();
                return;
            }
        }
    }

    /** Sends a message twice, when those of its kind before it have arrived twice. */
    void begin(MessageKind kind, Repetition repetition) {
        boolean isNext;
        synchronized (repetitions) {
            Deque<Repetition> all = repetitions.computeIfAbsent(kind, none -> new ArrayDeque<>());
            isNext = all.isEmpty();
            all.add(repetition);
        }
        if (isNext) {
            repetition.begin();
        }
    }

    /** The repetition that an arriving message of this kind belongs to; null when there is none. */
    @Nullable Repetition arriving(MessageKind kind) {
        synchronized (repetitions) {
            Deque<Repetition> all = repetitions.get(kind);
            return all == null ? null : all.peek();
        }
    }

    /** It has arrived twice, or never will. */
    void end(MessageKind kind, Repetition repetition) {
        Repetition next = null;
        synchronized (repetitions) {
            Deque<Repetition> all = Objects.requireNonNull(repetitions.get(kind));
            if (all.peek() == repetition) {
                all.remove();
                next = all.peek();
            }
        }
        repetition.end();
        if (next != null) {
            next.begin();
        }
    }

    void begun() {
        underWay.incrementAndGet();
    }

    void ended() {
        underWay.decrementAndGet();
    }
}
