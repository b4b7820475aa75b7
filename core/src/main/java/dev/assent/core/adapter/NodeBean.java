package dev.assent.core.adapter;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.message.Message;
import dev.assent.core.metrics.LatencySnapshot;
import dev.assent.core.metrics.MetricsSnapshot;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Shows the metrics of a node by the platform's MBean server, from {@link #register} to {@link #close}.
 *
 * <p>Thread safety: safe to share.
 */
public final class NodeBean implements NodeMXBean, AutoCloseable {
    private final Supplier<MetricsSnapshot> metrics;
    private final ObjectName name;

    private NodeBean(Supplier<MetricsSnapshot> metrics, ObjectName name) {
        this.metrics = metrics;
        this.name = name;
    }

    /**
     * Registers it as {@code dev.assent:type=Node,node=ID}.
     *
     * @throws IllegalStateException when the name is taken, by another life of the node in this process
     */
    public static NodeBean register(NodeEpoch life, Supplier<MetricsSnapshot> metrics) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName name = new ObjectName("dev.assent:type=Node,node=" + life.node());
            NodeBean bean = new NodeBean(metrics, name);
            server.registerMBean(bean, name);
            return bean;
        } catch (JMException refused) {
            throw new IllegalStateException(Message.JMX_REFUSED.text(life.node(), refused), refused);
        }
    }

    /** Takes it out of the MBean server. Idempotent. */
    @Override
    public void close() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
        } catch (JMException gone) {
            // somebody else has taken it out
        }
    }

    @Override
    public long getBegun() {
        return metrics.get().transactions().begun();
    }

    @Override
    public long getCommitted() {
        return metrics.get().transactions().committed();
    }

    @Override
    public long getRolledBack() {
        return metrics.get().transactions().rolledBack();
    }

    @Override
    public long getTimedOut() {
        return metrics.get().transactions().timedOut();
    }

    @Override
    public long getHeuristic() {
        return metrics.get().transactions().heuristic();
    }

    @Override
    public long getUnknown() {
        return metrics.get().transactions().unknown();
    }

    @Override
    public int getActive() {
        return metrics.get().now().active();
    }

    @Override
    public int getWaiting() {
        return metrics.get().now().waiting();
    }

    @Override
    public int getInDoubt() {
        return metrics.get().now().inDoubt();
    }

    @Override
    public int getHeuristicKept() {
        return metrics.get().now().heuristic();
    }

    @Override
    public long getForcedWrites() {
        return metrics.get().log().forces();
    }

    @Override
    public double getRecordsPerForce() {
        return metrics.get().recordsPerForce();
    }

    @Override
    public long getRecoveryPasses() {
        return metrics.get().recovery().passes();
    }

    @Override
    public long getIncidents() {
        return metrics.get().recovery().incidents();
    }

    @Override
    public Map<String, LatencyView> getPhases() {
        return views(metrics.get().phases());
    }

    @Override
    public Map<String, Map<String, String>> getAnswers() {
        Map<String, Map<String, String>> byResource = new TreeMap<>();
        metrics.get().resources().forEach((resource, answered) -> {
            Map<String, String> byVerb = new TreeMap<>();
            answered.answers().forEach((verb, answers) -> byVerb.put(verb.name(), answers.toString()));
            byResource.put(resource, byVerb);
        });
        return byResource;
    }

    @Override
    public Map<String, Map<String, LatencyView>> getLatencies() {
        Map<String, Map<String, LatencyView>> byResource = new TreeMap<>();
        metrics.get().resources().forEach((name, resource) -> byResource.put(name, views(resource.latencies())));
        return byResource;
    }

    private static Map<String, LatencyView> views(Map<? extends Enum<?>, LatencySnapshot> latencies) {
        Map<String, LatencyView> views = new TreeMap<>();
        latencies.forEach((key, latency) -> views.put(key.name(), new LatencyView(latency)));
        return views;
    }
}
