package dev.assent.lab.jts;

import dev.assent.lab.TemporaryFolder;
import dev.assent.lab.network.Deployment;
import dev.assent.lab.transport.LabClient;
import jakarta.transaction.UserTransaction;
import java.io.IOException;

/** A client of Narayana's, whose transactions are begun by a server's factory. Thread safety: as {@link LabClient}. */
record NarayanaLabClient(TemporaryFolder folder, NarayanaProgram program) implements LabClient {
    /** Opens one for a server. */
    static NarayanaLabClient open(String coordinator) throws Exception {
        TemporaryFolder folder = TemporaryFolder.make();
        NarayanaProgram.useFactory(folder.path(), ServerReferences.factory(coordinator));
        return new NarayanaLabClient(folder, NarayanaProgram.start(Deployment.LOOPBACK, folder.path()));
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
        folder.close();
    }
}
