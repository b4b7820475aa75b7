package dev.assent.resources.jms;

import jakarta.jms.ConnectionMetaData;
import jakarta.jms.JMSException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * A copy of a broker's metadata, for reading after the connection is closed.
 *
 * <p>Immutable and safe to share.
 *
 * @param jms the version of Jakarta Messaging that its client supports
 * @param provider its name, and the version of its client
 * @param properties the names of its JMSX properties
 */
record BrokerMetaData(Version jms, Provider provider, List<String> properties) implements ConnectionMetaData {
    record Version(String text, int major, int minor) {}

    record Provider(String name, Version version) {}

    static BrokerMetaData of(ConnectionMetaData told) throws JMSException {
        List<?> names = Collections.list((Enumeration<?>) told.getJMSXPropertyNames());
        return new BrokerMetaData(
                new Version(told.getJMSVersion(), told.getJMSMajorVersion(), told.getJMSMinorVersion()),
                new Provider(
                        told.getJMSProviderName(),
                        new Version(
                                told.getProviderVersion(),
                                told.getProviderMajorVersion(),
                                told.getProviderMinorVersion())),
                names.stream().map(String::valueOf).toList());
    }

    @Override
    public String getJMSVersion() {
        return jms.text();
    }

    @Override
    public int getJMSMajorVersion() {
        return jms.major();
    }

    @Override
    public int getJMSMinorVersion() {
        return jms.minor();
    }

    @Override
    public String getJMSProviderName() {
        return provider.name();
    }

    @Override
    public String getProviderVersion() {
        return provider.version().text();
    }

    @Override
    public int getProviderMajorVersion() {
        return provider.version().major();
    }

    @Override
    public int getProviderMinorVersion() {
        return provider.version().minor();
    }

    @Override
    public Enumeration<String> getJMSXPropertyNames() {
        return Collections.enumeration(properties);
    }
}
