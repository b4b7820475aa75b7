package dev.assent.lab.jts;

import dev.assent.lab.narayana.NarayanaStore;
import dev.assent.lab.network.Deployment;
import dev.assent.lab.transport.LabClient;
import jakarta.transaction.UserTransaction;
import java.io.IOException;

/** A client of Narayana's, whose transactions are begun by a server's factory. Thread safety: as {@link LabClient}. */
record NarayanaLabClient(NarayanaStore store, NarayanaProgram program) implements LabClient {
    /** Opens one for a server. */
    static NarayanaLabClient open(String coordinator) throws Exception {
        NarayanaStore store = NarayanaStore.passing();
        NarayanaProgram.useFactory(store.folder(), ServerReferences.factory(coordinator));
        return new NarayanaLabClient(store, NarayanaProgram.start(Deployment.LOOPBACK, store.folder()));
    }

    @Override
    public <T> T connect(String server, String name, Class<T> type) {
        return ServerReferences.connect(program.orb(), server, name, type);
    }

    @Override
    public UserTransaction transactions() {
        return new CurrentTransactions();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
