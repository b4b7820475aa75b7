package dev.assent.interop;

/** A client of Assent's begins at Narayana's TransactionFactory, and calls two nodes of Assent. */
@OneOfNarayana
class NarayanaCoordinatorIT extends CoordinatorContract {
    private Narayana narayana;

    @Override
    void open() {
        narayana = new Narayana(folder.resolve("narayana"));
        narayana.start();
        first = new AssentMember("first", folder.resolve("first"), Narayana.CONTEXT_ID);
        second = new AssentMember("second", folder.resolve("second"), Narayana.CONTEXT_ID);
        restartCoordinator();
    }

    @Override
    void killCoordinator() {
        narayana.killTransactionServer();
        client.close();
    }

    /** Its factory has another reference each time, which clients must be given. */
    @Override
    void restartCoordinator() {
        narayana.startTransactionServer();
        client = new AssentClient(folder.resolve("client"), narayana.factory(), Narayana.CONTEXT_ID);
    }

    @Override
    void close() {
        client.close();
        first.close();
        second.close();
        narayana.close();
    }
}
