package dev.assent.transport.iiop.stranger;

import dev.assent.core.fixture.resource.EventList;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.SynchronizationPOA;

/** A stranger's Synchronization, which records its calls. */
final class RecordedSynchronization extends SynchronizationPOA {
    private final EventList events;

    boolean fails;

    RecordedSynchronization(EventList events) {
        this.events = events;
    }

    @Override
    public void before_completion() {
        events.add("before_completion");
        if (fails) {
            throw new org.omg.CORBA.TRANSACTION_ROLLEDBACK();
        }
    }

    @Override
    public void after_completion(Status status) {
        events.add("after_completion " + status.value());
    }
}
