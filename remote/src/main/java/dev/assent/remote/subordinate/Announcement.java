package dev.assent.remote.subordinate;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.message.Message;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Transaction;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells the superior of a subordinate that there are synchronizations to be run here, or further down, before phase one
 * (law 19), by a message of its own: no reply goes to that superior which could carry the word, when another caller has
 * brought them (a diamond). Whoever hears it tells its own superior first, so that the root knows when the answer
 * comes.
 */
final class Announcement {
    private Announcement() {}

    /**
     * Tells the superior, when the transaction has one that is another process; the transaction can only roll back
     * when that is not possible.
     *
     * @param whenDone is run once, by any thread, also before this returns
     */
    static void send(Transaction engine, Runnable whenDone) {
        RemoteSuperior superior = superior(engine);
        LocalTransactionId name = superior == null ? null : superior.ref().name();
        if (superior == null || name == null) {
            whenDone.run();
            return;
        }
        Request.Register word = new Request.Register(name, registration(engine, superior.selfAddress(), true));
        superior.peers().ask(superior.ref().address(), word, response -> {
            boolean isHeard = response instanceof Response.Answered answered && answered.answer() == Answer.DONE;
            if (!isHeard) {
                engine.markRollback(new IllegalStateException(
                        Message.SUPERIOR_NOT_TOLD.text(engine.id(), superior.name(), response)));
            }
            whenDone.run();
        });
    }

    private static @Nullable RemoteSuperior superior(Transaction engine) {
        Subordinate subordinate = engine.subordinate();
        return subordinate != null && subordinate.superior() instanceof RemoteSuperior remote ? remote : null;
    }

    /** What a subordinate makes itself known by. */
    static Registration registration(Transaction engine, String address, boolean hasSynchronizations) {
        BranchRef branch = new BranchRef(engine.id(), Objects.requireNonNull(engine.incarnation()));
        return new Registration(branch, address, hasSynchronizations);
    }
}
