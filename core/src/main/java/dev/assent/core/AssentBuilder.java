package dev.assent.core;

import dev.assent.core.adapter.SystemLoggerNotices;
import dev.assent.core.observe.Notices;
import dev.assent.core.observe.SafeTracer;
import dev.assent.core.observe.Tracer;
import org.jspecify.annotations.Nullable;

/**
 * Opens a node. Settings that are not given have their defaults.
 *
 * <pre>{@code
 * Assent assent = Assent.builder().with(Setting.LOG_FOLDER, folder).open();
 * }</pre>
 *
 * <p>Thread safety: none. A builder may open several nodes, one after the other.
 */
public final class AssentBuilder {
    private AssentConfig config = AssentConfig.defaults();
    private @Nullable Tracer tracer;
    private NodeLayer.Factory layer = parts -> NodeLayer.NONE;

    AssentBuilder() {}

    /**
     * The way to open a node.
     *
     * @param isHeld whether for an operator
     * @param layer makes the layer above it
     */
    record Plan(
            AssentConfig config, Notices notices, @Nullable Tracer tracer, boolean isHeld, NodeLayer.Factory layer) {}

    /** All settings, as from a properties file; they replace earlier ones. */
    public AssentBuilder config(AssentConfig settings) {
        config = settings;
        return this;
    }

    /**
     * Sets one setting.
     *
     * @param value a number or a word, as in a properties file
     * @throws IllegalArgumentException if the value is not allowed
     */
    public AssentBuilder with(Setting setting, Object value) {
        config = config.with(setting, value);
        return this;
    }

    /** The node calls this tracer at every fault point; none by default. */
    public AssentBuilder tracer(@Nullable Tracer called) {
        tracer = called == null ? null : new SafeTracer(called);
        return this;
    }

    /** As {@link Internals#layer}. */
    AssentBuilder layer(NodeLayer.Factory factory) {
        layer = factory;
        return this;
    }

    private Plan plan(boolean isHeld) {
        return new Plan(config, new SystemLoggerNotices(), tracer, isHeld, layer);
    }

    /**
     * Opens a node: reads its log, takes a new epoch, and begins to recover as soon as resources are registered.
     *
     * @throws IllegalStateException if the log's folder can't be used; the message says why
     * @throws dev.assent.core.log.LogDamagedException if the log's contents can't be trusted
     */
    public Assent open() {
        return open(plan(false));
    }

    /**
     * Opens a node for an operator: as {@link #open}, but recovery does nothing by itself, only what {@link
     * Assent#operate} requests. The layer above the node reads its part of the log, and never becomes ready.
     */
    public Assent openHeld() {
        return open(plan(true));
    }

    private static Assent open(Plan plan) {
        return Assent.start(plan, OpenLog.open(plan.config(), plan.notices(), plan.tracer()));
    }

    /**
     * Reads the log of a node that does not run, for an operator who looks at it. Nothing is changed, no transaction is
     * taken, and no branch is touched. With the setting {@code log = memory} only the resources know something. The
     * layer above the node reads its part of the log, and never becomes ready.
     *
     * @throws dev.assent.core.log.LogUnavailableException if the folder has no log, or a process uses it
     * @throws dev.assent.core.log.LogDamagedException if the log's contents can't be trusted
     */
    public Assent openToRead() {
        return Assent.start(plan(true), OpenLog.read(config));
    }

    /**
     * Whether a node of this configuration has a log: if its folder holds one or a part of one, and always with the
     * setting {@code log = memory}. Reads nothing of the log.
     *
     * @throws dev.assent.core.log.LogFolderHeldException if a process uses it
     */
    public boolean hasLog() {
        return OpenLog.isThere(config);
    }
}
