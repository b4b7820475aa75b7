package dev.assent.interop;

import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A client of XTS, with two participants of its own, begins at the Activation service of an Assent node. */
@OneOfXts
class AssentWsCoordinatorIT extends CoordinatorContract {
    private AssentMember coordinator;
    private boolean isClientWaiting;

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
        isClientWaiting = true;
    }

    /** If the coordinator is dead, XTS's initiator waits for its answer for ever. */
    @AfterEach
    void endWhoWaits() {
        if (isClientWaiting) {
            isClientWaiting = false;
            client.kill();
            client.restart();
        }
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
