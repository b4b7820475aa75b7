package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogUnavailableException;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.recovery.Recovery;
import dev.assent.core.transaction.Coordinator;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The steps of every act of an operator, as {@link Operator} numbers them: one act at a time, audited, checked before
 * it is recorded, and recorded before it is carried out.
 *
 * <p>Thread safety: any thread may call all methods.
 */
final class Acts {
    private final Operator.Parts parts;
    private final Coordinator coordinator;

    /** Takes the result of the act that is under way; null if none is. */
    private final AtomicReference<@Nullable Told> acting = new AtomicReference<>();

    /** Takes the result of an act, and replies to the operator. */
    final class Told implements Consumer<ActResult> {
        private final String what;
        private final Act act;
        private final Consumer<ActResult> reply;

        private Told(String what, Act act, Consumer<ActResult> reply) {
            this.what = what;
            this.act = act;
            this.reply = reply;
        }

        @Override
        public void accept(ActResult result) {
            ActResult audited = end(what, act, result);
            acting.compareAndSet(this, null);
            reply.accept(audited);
        }

        /** An error of the JVM has ended the act after its record was forced. */
        void cutOff(Error fatal) {
            if (acting.compareAndSet(this, null)) {
                reply.accept(new ActResult(Kind.UNKNOWN, MESSAGES.actCutOff(what, fatal)));
            }
        }
    }

    Acts(Operator.Parts parts) {
        this.parts = parts;
        this.coordinator = parts.coordinator();
    }

    /**
     * Begins an act, unless another one is under way.
     *
     * @param what the act, for the audit
     * @param work gets the callback for the result, and calls it once
     */
    void begin(String what, Act act, Consumer<ActResult> reply, Consumer<Told> work) {
        Told told = new Told(what, act, reply);
        if (!acting.compareAndSet(null, told)) {
            reply.accept(new ActResult(Kind.REFUSED, MESSAGES.actUnderWay(what)));
            return;
        }
        try {
            parts.audit().add(act.when() + " " + act.who() + " asks: " + what + reason(act)); // 1
        } catch (RuntimeException | LinkageError unwritten) {
            acting.set(null);
            reply.accept(refusal(unwritten));
            return;
        } catch (Error fatal) {
            acting.set(null);
            throw fatal;
        }
        carry(told, work); // 2 and 3
    }

    /**
     * Checks that an act is allowed and appends its record, with no recovery pass between the two. Then does the rest,
     * which may have to wait for a force.
     */
    void checked(Supplier<Runnable> work) {
        parts.recovery().exclusively(work).run();
    }

    /**
     * Refuses a request about a transaction while resources that may hold more of it are still being opened: they are
     * not lost.
     *
     * @param transaction its identity, or the name that the operator gave
     */
    void checkOpened(Object transaction) {
        if (parts.state().get().isOpening()) {
            throw new IllegalStateException(MESSAGES.actWhileOpening(transaction));
        }
    }

    private static String reason(Act act) {
        return act.reason().isEmpty() ? "" : " (reason: " + act.reason() + ")";
    }

    /**
     * Any exception before something was done is a refusal, so that the next act need not wait for this one. An error of
     * the JVM is rethrown, but does not hold up other acts.
     */
    private void carry(Told told, Consumer<Told> work) {
        try {
            try {
                work.accept(told);
            } catch (RuntimeException | LinkageError refused) {
                told.accept(refusal(refused));
            }
        } catch (Error fatal) {
            acting.compareAndSet(told, null);
            throw fatal;
        }
    }

    /** Does a part of an act. An error of the JVM is rethrown, but neither its operator nor other acts wait for ever. */
    private static void releasing(Told told, Runnable part) {
        try {
            part.run();
        } catch (Error fatal) {
            told.cutOff(fatal);
            throw fatal;
        }
    }

    /** Why the node did nothing, for people. */
    static ActResult refusal(Throwable why) {
        boolean isForeseen = why instanceof IllegalArgumentException
                || why instanceof IllegalStateException
                || why instanceof LogUnavailableException;
        return new ActResult(Kind.REFUSED, isForeseen ? String.valueOf(why.getMessage()) : MESSAGES.commandFailed(why));
    }

    /** Forces the record of an act, and does the work when it is durable. */
    void force(TransactionId id, long position, Told told, ForcedAct.Work work) {
        Recovery recovery = parts.recovery();
        Executor executor = part -> parts.executor().execute(() -> releasing(told, part));
        new ForcedAct(coordinator, id, told).force(position, executor, () -> recovery.exclusively(work::run));
    }

    /** Writes the result of an act into the audit. If that fails, the result says so. */
    private ActResult end(String what, Act act, ActResult result) {
        String when = new Act(act.who(), coordinator.clock().epochMillis(), "").when();
        String line = when + " " + act.who() + " hears: " + what + ": " + result.kind() + ": " + result.text();
        try {
            parts.audit().add(line.replaceAll("\\p{Cntrl}+", " ")); // 5
            return result;
        } catch (RuntimeException | LinkageError unwritten) {
            return new ActResult(
                    result.kind(), result.text() + "; but " + refusal(unwritten).text());
        }
    }

    /** Recovery was faster while the node forced the act's record: that record must not outlive the transaction. */
    ActResult overtaken(TransactionId id) {
        if (coordinator.knows(id)) {
            return new ActResult(Kind.WAITING, "recovery has learnt the outcome meanwhile, and does the rest");
        }
        coordinator.log().release(id);
        return new ActResult(Kind.DONE, "recovery has learnt the outcome meanwhile, and has finished it");
    }
}
