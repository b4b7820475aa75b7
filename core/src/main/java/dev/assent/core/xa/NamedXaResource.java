package dev.assent.core.xa;

import javax.transaction.xa.XAResource;

/**
 * An XAResource that knows which registered resource it belongs to. Pools hand these out; a plain
 * XAResource is enlisted with its name given beside it.
 */
public interface NamedXaResource extends XAResource {
    /** The name of its {@link RecoverableResource}. */
    String resourceName();
}
