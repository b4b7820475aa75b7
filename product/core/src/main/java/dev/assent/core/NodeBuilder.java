package dev.assent.core;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.core.observe.Notices;
import dev.assent.core.observe.SafeTracer;
import dev.assent.core.observe.Tracer;
import org.jspecify.annotations.Nullable;

/** The builder of nodes, with what only Assent's own modules set. Thread safety: none. */
public final class NodeBuilder implements Assent.Builder {
    private AssentConfig config = AssentConfig.defaults();
    private @Nullable Tracer tracer;
    private NodeLayer.Factory layer = parts -> NodeLayer.NONE;

    /** With the defaults of all settings. */
    public NodeBuilder() {}

    /**
     * The way to open a node.
     *
     * @param isHeld whether for an operator
     * @param layer makes the layer above it
     */
    record Plan(
            AssentConfig config, Notices notices, @Nullable Tracer tracer, boolean isHeld, NodeLayer.Factory layer) {}

    @Override
    public NodeBuilder config(AssentConfig settings) {
        config = settings;
        return this;
    }

    @Override
    public NodeBuilder with(Setting setting, Object value) {
        config = config.with(setting, value);
        return this;
    }

    /** As {@link Internals#tracer}. */
    NodeBuilder tracer(@Nullable Tracer called) {
        tracer = called == null ? null : new SafeTracer(called);
        return this;
    }

    /** As {@link Internals#layer}. */
    NodeBuilder layer(NodeLayer.Factory factory) {
        layer = factory;
        return this;
    }

    private Plan plan(boolean isHeld) {
        return new Plan(config, new SystemLoggerNotices(), tracer, isHeld, layer);
    }

    @Override
    public Assent open() {
        return open(plan(false));
    }

    @Override
    public Assent openHeld() {
        return open(plan(true));
    }

    private static Assent open(Plan plan) {
        return OpenNode.start(plan, OpenLog.open(plan.config(), plan.notices(), plan.tracer()));
    }

    @Override
    public Assent openToRead() {
        return OpenNode.start(plan(true), OpenLog.read(config));
    }

    @Override
    public boolean hasLog() {
        return OpenLog.isThere(config);
    }
}
