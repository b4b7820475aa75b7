package dev.assent.core.xa;

import dev.assent.spi.RecoverableResource;
import javax.transaction.xa.XAResource;

/**
 * An XAResource that knows its registered resource. Pools make these. A plain XAResource is enlisted together with its
 * name.
 */
public interface NamedXaResource extends XAResource {
    /** The name of its {@link RecoverableResource}. */
    String resourceName();
}
