package dev.assent.testkit.remote;

import dev.assent.testkit.resource.EventList;
import jakarta.transaction.Synchronization;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The office of one life of a node. It adds its events to the list of events: {@code NODE.called}, {@code
 * NODE.synchronized}, {@code NODE.closed}.
 *
 * <p>Thread safety: safe to share.
 */
final class OfficeBean implements Office {
    private final RestartableNode node;
    private final ServiceNode life;

    OfficeBean(RestartableNode node, ServiceNode life) {
        this.node = node;
        this.life = life;
    }

    private EventList events() {
        return node.resource().events();
    }

    private Office other(String address) {
        return life.services().connect(address, Office.class);
    }

    @Override
    public String work() {
        events().add(node.name() + ".called");
        node.duringWork();
        life.work(node.resource());
        return current();
    }

    @Override
    public String workAndPassOn(String address) {
        work();
        return other(address).work();
    }

    @Override
    public String passOn(String address) {
        return other(address).work();
    }

    @Override
    public void passOnBeforeCompletion(String address) {
        other(address).workBeforeCompletion("");
    }

    @Override
    public void workBeforeCompletion(String address) {
        work();
        Synchronization late = new Synchronization() {
            @Override
            public void beforeCompletion() {
                events().add(node.name() + ".synchronized");
                if (!address.isEmpty()) {
                    other(address).work();
                }
            }

            @Override
            public void afterCompletion(int status) {}
        };
        try {
            Objects.requireNonNull(life.manager().getTransaction()).registerSynchronization(late);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public String current() {
        return life.current();
    }

    @Override
    public long remainingMillis() {
        return Objects.requireNonNull(life.manager().getTransaction()).engine().remainingMillis();
    }

    @Override
    public void mark() {
        try {
            life.manager().setRollbackOnly();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public byte @Nullable [] echo(byte @Nullable [] data) {
        return data;
    }

    @Override
    public void refuse(String why) throws NotToday {
        throw new NotToday(why);
    }

    @Override
    public void fail(String why) {
        throw new IllegalStateException(why);
    }

    @Override
    public void failSpeechless() {
        throw new SpeechlessException();
    }

    @Override
    public List<String> tear(Tear how) {
        work();
        return new TornList(how);
    }

    @Override
    public Set<Brittle> crumble(Tear how) {
        work();
        return Brittle.set(how);
    }

    @Override
    public void take(List<String> texts) {}

    @Override
    public void hold(Set<Brittle> set) {}

    @Override
    public int count(Set<Label> labels) {
        return labels.size();
    }

    @Override
    public Session open() {
        AtomicInteger count = new AtomicInteger();
        return new Session() {
            @Override
            public int next() {
                return count.incrementAndGet();
            }

            @Override
            public void close() {
                events().add(node.name() + ".closed");
            }
        };
    }
}
