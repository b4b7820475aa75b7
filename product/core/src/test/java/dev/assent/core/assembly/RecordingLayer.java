package dev.assent.core.assembly;

import dev.assent.core.NodeLayer;
import dev.assent.core.transaction.Descriptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** Writes its calls down, and is idle from the second question on. */
class RecordingLayer implements NodeLayer {
    final List<String> told = new CopyOnWriteArrayList<>();
    private final AtomicInteger ticks = new AtomicInteger();

    @Override
    public Descriptions descriptions() {
        told.add("descriptions");
        return Descriptions.NONE;
    }

    @Override
    public void ready() {
        told.add("ready");
    }

    @Override
    public void tick() {
        ticks.incrementAndGet();
        if (!told.contains("tick")) {
            told.add("tick");
        }
    }

    @Override
    public void stop() {
        told.add("stop");
    }

    @Override
    public boolean isIdle() {
        told.add("idle?");
        return told.lastIndexOf("idle?") > told.indexOf("idle?");
    }

    @Override
    public void close() {
        told.add("close");
    }

    /** How often the node's timer has ticked. */
    int ticks() {
        return ticks.get();
    }

    /** The timer ticks a few times more. */
    void awaitTicks() {
        int wanted = ticks() + 3;
        Awaitility.await().until(() -> ticks() >= wanted);
    }
}
