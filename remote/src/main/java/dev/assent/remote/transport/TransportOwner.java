package dev.assent.remote.transport;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.observe.Notices;
import dev.assent.core.time.Clock;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The process whose transport it is, and what the transport needs of it.
 *
 * <p>Immutable; its parts are safe to share.
 *
 * @param life what others are told of it; null for a client without a transaction manager
 * @param types the interfaces by which objects of it are called, by the names of the objects; null for one that is not
 *     there
 * @param clock measures how long things take
 * @param notices are told what operators should read
 * @param observer is told of every message; null for nobody
 * @param folder the one of the node's log, which its owner alone may read: a transport may keep there what it must find again;
 *     null for a process without a log
 * @param mayCall which addresses that others send may be called (law 22), where a wire has answers and faults that go
 *     somewhere else than back; asked by any thread
 * @param names by which its objects are called, for wires that list them; asked by any thread
 */
public record TransportOwner(
        @Nullable NodeEpoch life,
        Function<String, @Nullable Class<?>> types,
        Clock clock,
        Notices notices,
        @Nullable WireObserver observer,
        @Nullable Path folder,
        Predicate<String> mayCall,
        Supplier<ExportedNames> names) {
    /** What the observer throws keeps no message, whichever transport tells it. */
    public TransportOwner(
            @Nullable NodeEpoch life,
            Function<String, @Nullable Class<?>> types,
            Clock clock,
            Notices notices,
            @Nullable WireObserver observer,
            @Nullable Path folder,
            Predicate<String> mayCall,
            Supplier<ExportedNames> names) {
        this.life = life;
        this.types = types;
        this.clock = clock;
        this.notices = notices;
        this.observer = observer == null || observer instanceof SafeObserver ? observer : new SafeObserver(observer);
        this.folder = folder;
        this.mayCall = mayCall;
        this.names = names;
    }

    /** One that does not tell by which names its objects are called. */
    public TransportOwner(
            @Nullable NodeEpoch life,
            Function<String, @Nullable Class<?>> types,
            Clock clock,
            Notices notices,
            @Nullable WireObserver observer,
            @Nullable Path folder,
            Predicate<String> mayCall) {
        this(life, types, clock, notices, observer, folder, mayCall, () -> ExportedNames.NONE);
    }

    /** One without a log, that calls no address that others send in a message of the wire's own. */
    public TransportOwner(
            @Nullable NodeEpoch life,
            Function<String, @Nullable Class<?>> types,
            Clock clock,
            Notices notices,
            @Nullable WireObserver observer) {
        this(life, types, clock, notices, observer, null, none -> false);
    }
}
