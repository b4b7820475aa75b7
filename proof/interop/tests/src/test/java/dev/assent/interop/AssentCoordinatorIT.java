package dev.assent.interop;

/** A client of Narayana's, with two resources of its own, begins at the TransactionFactory of an Assent node. */
@OneOfNarayana
class AssentCoordinatorIT extends CoordinatorContract {
    private Narayana narayana;
    private AssentMember coordinator;

    @Override
    void open() {
        coordinator = new AssentMember("coordinator", folder.resolve("coordinator"), Narayana.CONTEXT_ID);
        coordinator.restart();
        narayana = new Narayana(folder.resolve("narayana"));
        narayana.useFactory("corbaloc::" + coordinator.place() + "/TransactionFactory");
        narayana.start();
        client = narayana.member();
        first = client;
        second = client;
    }

    @Override
    void killCoordinator() {
        coordinator.kill();
    }

    @Override
    void restartCoordinator() {
        coordinator.restart();
    }

    @Override
    void close() {
        client.close();
        narayana.close();
        coordinator.close();
    }
}
