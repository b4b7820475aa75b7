package dev.assent.core.xa;

import dev.assent.spi.RecoverableResource;
import javax.transaction.xa.XAResource;

/**
 * Stands for an XAResource that belongs to no registered resource, if the setting 'unregistered-resources' allows that.
 * Nobody can connect by it: after a crash its branches wait until an operator ends them. Immutable.
 *
 * @param name of the XAResource's class; no resource can be registered under it
 */
record UnregisteredResource(String name) implements RecoverableResource {
    /** The prefix of its name. */
    static final String PREFIX = "unregistered.";

    private static final int NAME_MAX = 64;

    static UnregisteredResource of(XAResource resource) {
        Class<?> type = resource.getClass();
        String typeName = type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
        String name = PREFIX + typeName.replaceFirst(".*\\.", "").replaceAll("[^A-Za-z0-9._-]", "-");
        return new UnregisteredResource(name.substring(0, Math.min(NAME_MAX, name.length())));
    }

    @Override
    public Session open() {
        throw new IllegalStateException("'" + name + "' was never registered");
    }
}
