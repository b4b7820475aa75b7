package dev.assent.remote.transport;

import dev.assent.NodeEpoch;
import dev.assent.core.observe.Notices;
import dev.assent.core.time.Clock;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The process that owns a transport: the parts of it that the transport needs.
 *
 * <p>Immutable; its parts are safe to share.
 *
 * @param life the node and epoch to name to others; null for a client without a transaction manager
 * @param types the interface of each exported object, by the object's name; null for an unknown name
 * @param clock measures how long things take
 * @param notices get the texts for operators
 * @param observer hears of every message; null for none
 * @param folder the folder of the node's log, which only its owner may read: a transport may keep files there; null for
 *     a process without a log
 * @param mayCall whether an address that others send may be called (law 22), for wires whose answers and faults may go
 *     to another address than the sender's; called by any thread
 * @param names the names of its exported objects, for wires that list them; called by any thread
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
    /** Guards the observer: whatever it throws, the message goes on. */
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

    /** A process that does not list the names of its objects. */
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
}
