package dev.assent.interop;

import java.util.List;

/** A client of XTS, with two participants of its own, begins at the Activation service of an Assent node. */
class AssentWsCoordinatorIT extends CoordinatorContract {
    private AssentMember coordinator;

    @Override
    void open() {
        coordinator = new AssentMember("soap", "coordinator", folder.resolve("coordinator"), List.of(Xts.EXPIRES));
        coordinator.restart();
        Xts xts = new Xts(folder.resolve("xts"));
        xts.useCoordinator("http://" + coordinator.place() + "/ws-at/activation");
        client = xts;
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
        coordinator.close();
    }
}
