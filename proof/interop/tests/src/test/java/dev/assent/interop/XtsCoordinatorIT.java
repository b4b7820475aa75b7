package dev.assent.interop;

import java.util.List;

/** A client of Assent's begins at the Activation service of XTS, and calls two nodes of Assent. */
@OneOfXts
class XtsCoordinatorIT extends CoordinatorContract {
    private Xts coordinator;

    @Override
    void open() {
        coordinator = new Xts(folder.resolve("xts"));
        startCoordinator();
        first = new AssentMember("soap", "first", folder.resolve("first"), List.of(Xts.EXPIRES));
        second = new AssentMember("soap", "second", folder.resolve("second"), List.of(Xts.EXPIRES));
        client = new AssentClient(
                folder.resolve("client"),
                coordinator.coordinator(),
                "soap://127.0.0.1:" + Program.freePort(), // XTS tells the outcome by a message of its own alone
                List.of(Xts.EXPIRES));
    }

    /** Its first transaction takes long on a busy machine, longer than a client waits: it is one of its own. */
    private void startCoordinator() {
        coordinator.restart();
        coordinator.begins(0).rollback();
    }

    @Override
    void killCoordinator() {
        coordinator.kill();
    }

    @Override
    void restartCoordinator() {
        startCoordinator();
        client.kill(); // it may still wait for the end of the dead coordinator's transaction
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
