package dev.assent.interop;

import dev.assent.spi.RecoverableResource;
import javax.transaction.xa.XAResource;

/** A ledger as a node's recovery finds it. Thread safety: safe to share. */
record LedgerResource(String name, Ledger ledger) implements RecoverableResource {
    @Override
    public Session open() {
        XAResource connection = new LedgerConnection(ledger);
        return new Session() {
            @Override
            public XAResource xaResource() {
                return connection;
            }

            @Override
            public void close() {}
        };
    }
}
