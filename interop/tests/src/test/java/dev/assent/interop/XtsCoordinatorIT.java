package dev.assent.interop;

import java.util.List;

/** A client of Assent's begins at the Activation service of XTS, and calls two nodes of Assent. */
class XtsCoordinatorIT extends CoordinatorContract {
    private Xts coordinator;

    @Override
    void open() {
        coordinator = new Xts(folder.resolve("xts"));
        coordinator.restart();
        first = new AssentMember("soap", "first", folder.resolve("first"), List.of(Xts.EXPIRES));
        second = new AssentMember("soap", "second", folder.resolve("second"), List.of(Xts.EXPIRES));
        client = new AssentClient(folder.resolve("client"), coordinator.coordinator(), Xts.EXPIRES);
    }

    @Override
    void killCoordinator() {
        coordinator.kill();
    }

    @Override
    void restartCoordinator() {
        coordinator.restart();
        client.kill(); // it may still wait for the end of what the dead one has begun
        client.restart();
    }

    @Override
    void close() {
        client.close();
        first.close();
        second.close();
        coordinator.close();
    }
}
