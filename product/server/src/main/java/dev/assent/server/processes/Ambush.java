package dev.assent.server.processes;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.server.crash.Transfer;
import dev.assent.server.crash.VictimProcess;
import java.io.IOException;
import java.util.Optional;

/**
 * Waits for a process to stop while the client makes a transfer. The transfer may end before: it was refused because a
 * process killed earlier was away, or its timeout passed. Confined to one thread.
 *
 * @param victim the process to stop; may be the client
 * @param client the process that makes the transfer
 */
record Ambush(VictimProcess victim, VictimProcess client) {
    private static final int LOOK_AGAIN_MILLIS = 100;

    /** More than a transfer and its recovery take on any machine: two minutes and more. */
    private static final int LOOKS_MAX = 1_200;

    /**
     * Has the transfer made, and waits until the process has stopped, or will not stop any more.
     *
     * @return whether it has stopped; if not, the client's next answer is the outcome of the transfer. The client may
     *     have answered even if the process has stopped.
     * @throws IOException when neither comes
     */
    boolean awaits(Stop stop, Transfer transfer) throws IOException, InterruptedException {
        victim.arm(stop.role().first(), stop.point(), stop.participant()); // not for the transfer before
        client.tell("transfer " + transfer.word());
        return victim == client ? client.stopsBeforeItAnswers() : isReached(stop);
    }

    /** A client that has answered has finished with it; but the nodes may have not. */
    private boolean isReached(Stop stop) throws IOException, InterruptedException {
        for (int look = 0; look < LOOKS_MAX; look++) {
            if (victim.isReachedWithin(LOOK_AGAIN_MILLIS)) {
                return true;
            }
            Optional<Boolean> isReached = client.hasAnswered() ? victim.isReachedInTheEnd() : Optional.empty();
            if (isReached.isPresent()) {
                return isReached.get();
            }
        }
        throw new IOException(MESSAGES.processesUnsettled(stop.role()));
    }
}
