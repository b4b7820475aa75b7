package dev.assent.transport.iiop.stranger;

import dev.assent.core.fixture.resource.EventList;
import java.util.function.Supplier;
import org.omg.CosTransactions.HeuristicCommit;
import org.omg.CosTransactions.HeuristicHazard;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.HeuristicRollback;
import org.omg.CosTransactions.ResourcePOA;
import org.omg.CosTransactions.Vote;

/** A stranger's Resource, which records its calls. */
final class RecordedResource extends ResourcePOA {
    private final String name;
    private final EventList events;

    Vote vote = Vote.VoteCommit;
    Runnable beforeVote = () -> {};
    boolean rollsBackByItself;
    Supplier<RuntimeException> refusesCommitWith = () -> null;

    RecordedResource(String name, EventList events) {
        this.name = name;
        this.events = events;
    }

    @Override
    public Vote prepare() {
        events.add(name + ".prepare");
        beforeVote.run();
        return vote;
    }

    @Override
    public void commit() throws HeuristicRollback {
        events.add(name + ".commit");
        RuntimeException refusal = refusesCommitWith.get();
        if (refusal != null) {
            refusesCommitWith = () -> null;
            throw refusal;
        }
        if (rollsBackByItself) {
            throw new HeuristicRollback();
        }
    }

    @Override
    public void rollback() throws HeuristicCommit, HeuristicMixed, HeuristicHazard {
        events.add(name + ".rollback");
    }

    @Override
    public void commit_one_phase() {
        events.add(name + ".commit_one_phase");
    }

    @Override
    public void forget() {
        events.add(name + ".forget");
    }
}
