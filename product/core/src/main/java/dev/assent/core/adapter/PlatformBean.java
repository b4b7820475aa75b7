package dev.assent.core.adapter;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * An MXBean in the platform's MBean server, from {@link #register} to {@link #close}.
 *
 * <p>Thread safety: safe to share.
 */
public final class PlatformBean implements AutoCloseable {
    private final ObjectName name;

    private PlatformBean(ObjectName name) {
        this.name = name;
    }

    /**
     * Registers a bean.
     *
     * @param name as JMX writes it
     * @throws IllegalStateException if the name is taken
     */
    public static PlatformBean register(String name, Object bean) {
        try {
            ObjectName parsed = new ObjectName(name);
            ManagementFactory.getPlatformMBeanServer().registerMBean(bean, parsed);
            return new PlatformBean(parsed);
        } catch (JMException refused) {
            throw new IllegalStateException(MESSAGES.jmxRefused(name, refused), refused);
        }
    }

    /** Removes the bean. Call it once: later the name may belong to another bean. */
    @Override
    public void close() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
        } catch (JMException gone) {
            // somebody else has removed it
        }
    }
}
