package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeId;
import dev.assent.core.adapter.FolderStorage;
import dev.assent.core.fixture.cost.CountingStorage;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.Transacted;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.transport.WireObserver.Way;
import jakarta.transaction.Synchronization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Nodes over one kind of the native wire, each with a resource and a log in a folder of its own, and all that passes
 * between them: as their transports tell it, and as bytes in a {@link WireTap} before each of them.
 *
 * <p>Thread safety: one test.
 */
final class WireWorld implements AutoCloseable {
    private static final ServiceLimits LIMITS = ServiceLimits.DEFAULT;

    private final Path folder;
    private final AdjustableClock clock = new AdjustableClock();
    private final EventList events = new EventList();
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final Map<String, WireTap> taps = new ConcurrentHashMap<>();
    private final List<Passed> passed = new CopyOnWriteArrayList<>();
    private final NativeFixture fixture;
    private final List<Member> members = new CopyOnWriteArrayList<>();

    /**
     * A message that an observer saw.
     *
     * @param bytes of its frame
     */
    record Passed(Way way, Object message, int bytes) {
        boolean isCall() {
            return message instanceof Call;
        }

        /** Its kind, in a word. */
        String kind() {
            return message instanceof Request.Ask ask
                    ? ask.verb().name()
                    : message.getClass().getSimpleName();
        }
    }

    /** The interface that each node exports. */
    interface Desk {
        /** Does work on the node's resource. */
        void work();

        /** The same, and then that of the desk at an address. */
        void workAndPassOn(String address);

        /** The same, and registers a synchronization. */
        void workAndSynchronize();

        /** Does nothing. */
        @Transacted(CallTransaction.SUPPORTS)
        void look();

        /** Nothing but {@link #look} at an address. */
        @Transacted(CallTransaction.SUPPORTS)
        void lookFurther(String address);
    }

    /** A node of this world. */
    final class Member implements Desk {
        final ServiceNode service;
        final RecordingResource resource;
        private final String name;
        private final CountingStorage storage;
        private final long forcesBefore;
        private final List<RecordingResource> used = new CopyOnWriteArrayList<>();

        private Member(String name) throws Exception {
            this.name = name;
            storage = new CountingStorage(FolderStorage.open(Files.createTempDirectory(folder, "log-" + name)));
            FileDecisionLog log = FileDecisionLog.open(
                    storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> new NodeId(name.hashCode(), 7));
            service = new ServiceNode(
                    name,
                    fixture,
                    TestNode.builder().events(events).clock(clock).log(log),
                    LIMITS);
            service.workers = workers;
            resource = alsoWorksOn(name);
            service.services().export("desk", Desk.class, this, CallTransaction.MANDATORY);
            forcesBefore = storage.forces();
        }

        /** From now on its work is done on a resource of this name, too. */
        RecordingResource alsoWorksOn(String another) {
            RecordingResource made = service.node().resource(another);
            used.add(made);
            return made;
        }

        /** The address of its desk. */
        String address() {
            return service.address("desk");
        }

        /** The desk of another, as this one calls it. */
        Desk desk(Member other) {
            return desk(other.address());
        }

        private Desk desk(String address) {
            return service.services().connect(address, Desk.class);
        }

        /** How often its log was forced since it was opened. */
        long forces() {
            return storage.forces() - forcesBefore;
        }

        /** The relay before it on the wire. */
        WireTap tap() {
            return Objects.requireNonNull(taps.get(fixture.place(name)));
        }

        @Override
        public void work() {
            used.forEach(service::work);
        }

        @Override
        public void workAndPassOn(String address) {
            work();
            desk(address).work();
        }

        @Override
        public void workAndSynchronize() {
            work();
            try {
                Objects.requireNonNull(service.manager().getTransaction())
                        .registerSynchronization(new Synchronization() {
                            @Override
                            public void beforeCompletion() {
                                events.add(name + ".synchronized");
                            }

                            @Override
                            public void afterCompletion(int status) {}
                        });
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }

        @Override
        public void look() {}

        @Override
        public void lookFurther(String address) {
            desk(address).look();
        }
    }

    WireWorld(WireKind kind, Path folder) {
        this.folder = folder;
        fixture = kind.open(clock, folder)
                .observed(name -> (way, peer, message, bytes) -> passed.add(new Passed(way, message, bytes)))
                .reachedBy(place -> "127.0.0.1:"
                        + taps.computeIfAbsent(place, fresh -> new WireTap(port(fresh)))
                                .port());
    }

    private static int port(String place) {
        return Integer.parseInt(place.substring(place.lastIndexOf(':') + 1));
    }

    /** Starts a node. */
    Member member(String name) throws Exception {
        Member made = new Member(name);
        members.add(made);
        return made;
    }

    /** The wire, for a process that is not a member. */
    NativeFixture fixture() {
        return fixture;
    }

    EventList events() {
        return events;
    }

    /** The observed messages in one direction; complete when this is closed. */
    List<Passed> passed(Way way) {
        return passed.stream().filter(each -> each.way() == way).toList();
    }

    /** Ends all: nothing passes any more, and nobody tells of it. Idempotent. */
    @Override
    public void close() throws Exception {
        members.forEach(each -> each.service.close());
        members.clear();
        fixture.close();
        workers.shutdown();
        assertThat(workers.awaitTermination(1, TimeUnit.HOURS)).isTrue();
        for (WireTap each : taps.values()) {
            each.close();
        }
    }
}
