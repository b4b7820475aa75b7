package dev.assent.core.race;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jetbrains.lincheck.datastructures.Operation;

/** Like {@code TableOperations}, but takes a slot that was free a moment ago, without a second look. */
public class BlindTable {
    private final AtomicReferenceArray<Object> slots = new AtomicReferenceArray<>(2);
    private final AtomicInteger sequences = new AtomicInteger();
    private volatile int one = -1;
    private volatile int other = -1;

    private int begin(Object who) {
        for (; ; ) {
            int slot = sequences.incrementAndGet() & 1;
            if (slots.get(slot) == null) {
                slots.set(slot, who);
                return slot;
            }
        }
    }

    @Operation(nonParallelGroup = "one")
    public void beginOne() {
        if (one < 0) {
            one = begin("one");
        }
    }

    @Operation(nonParallelGroup = "one")
    public void endOne() {
        if (one >= 0) {
            slots.compareAndSet(one, "one", null);
            one = -1;
        }
    }

    @Operation(nonParallelGroup = "one")
    public boolean isOneKnown() {
        return one >= 0 && slots.get(one) == "one";
    }

    @Operation(nonParallelGroup = "other")
    public void beginOther() {
        if (other < 0) {
            other = begin("other");
        }
    }

    @Operation(nonParallelGroup = "other")
    public void endOther() {
        if (other >= 0) {
            slots.compareAndSet(other, "other", null);
            other = -1;
        }
    }
}
