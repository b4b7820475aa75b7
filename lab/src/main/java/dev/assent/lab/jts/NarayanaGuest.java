package dev.assent.lab.jts;

import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.Inside;
import dev.assent.lab.bean.Payloads;
import dev.assent.lab.wire.Guest;
import jakarta.transaction.UserTransaction;
import java.net.InetAddress;
import java.nio.file.Path;

/** A client of Narayana's, whose transactions are begun by a server's factory. Thread safety: as {@link Guest}. */
final class NarayanaGuest implements Guest {
    private final NarayanaProgram program;

    private NarayanaGuest(NarayanaProgram program) {
        this.program = program;
    }

    /** Opens one for a server. */
    static NarayanaGuest open(String coordinator) throws Exception {
        Path folder = NarayanaProgram.temporary();
        NarayanaProgram.useFactory(folder, BeanReferences.factory(coordinator));
        return new NarayanaGuest(
                NarayanaProgram.start(InetAddress.getLoopbackAddress().getHostAddress(), folder));
    }

    private <T> T bean(String server, Class<T> type) {
        return BeanReferences.connect(program.orb(), server, type);
    }

    @Override
    public Payloads payloads(String server, boolean isTransactional) {
        return bean(server, Payloads.class);
    }

    @Override
    public Account account(String server, boolean isTransactional) {
        return bean(server, Account.class);
    }

    @Override
    public Inside inside(String server) {
        return bean(server, Inside.class);
    }

    @Override
    public UserTransaction transactions() {
        return new CurrentTransactions();
    }

    @Override
    public void close() {
        NarayanaProgram.delete(program.folder());
    }
}
