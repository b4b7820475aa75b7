package dev.assent.lab.commit;

import dev.assent.core.xa.NamedXaResource;
import dev.assent.lab.NoOpXaResource;
import dev.assent.spi.RecoverableResource;
import javax.transaction.xa.XAResource;

/**
 * A resource that agrees to everything and does nothing, so that a benchmark measures the transaction manager alone.
 *
 * <p>Thread safety: stateless.
 *
 * @param name as registered
 */
record NoOpResource(String name) implements RecoverableResource {
    @Override
    public Session open() {
        XAResource branch = new Branch(name);
        return new Session() {
            @Override
            public XAResource xaResource() {
                return branch;
            }

            @Override
            public void close() {}
        };
    }

    /**
     * One connection.
     *
     * @param resourceName of its resource
     */
    record Branch(String resourceName) implements NoOpXaResource, NamedXaResource {}
}
