package dev.assent.testkit.simulation.planted;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.commit.Event;
import dev.assent.core.commit.Step;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.Durability;
import dev.assent.core.log.ForceReply;
import dev.assent.core.log.Storage;
import dev.assent.core.log.Storage.StoredFile;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.XaBranch;
import dev.assent.core.xa.XaCodes;
import dev.assent.core.xa.XaMeaning;
import dev.assent.core.xa.XaVerb;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner.Typing;

/**
 * The code of the planted bugs: advice that is copied into methods of the real classes, and static methods
 * that take the place of calls in them. Public, since copies of it run in other packages.
 */
public final class PlantedAdvice {
    private static boolean isBeginning;

    private PlantedAdvice() {}

    /** Skips the method; its result is what exit advice says, else null, 0 or false. */
    public static class Skip {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }
    }

    public static class ForceNothing {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Durability result) {
            result = Durability.DURABLE;
        }
    }

    public static class EndBeforeCommits {
        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue("transaction") GlobalTransaction transaction) {
            if (transaction.step() == Step.DECIDING) {
                transaction.coordinator().forget(transaction);
            }
        }
    }

    public static class KnowOnlyTheParked {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) GlobalTransaction found) {
            if (found != null && !found.step().isParked() && found.step() != Step.HEURISTIC) {
                found = null;
            }
        }
    }

    public static class Agree {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Event result) {
            if (result == Event.REFUSED) {
                result = Event.AGREED;
            }
        }
    }

    public static class DecideAfterTheTimeout {
        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) Event votes, @Advice.Return(readOnly = false) Event result) {
            result = votes;
        }
    }

    public static class NotaIsDone {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) XaVerb verb,
                @Advice.Argument(1) int code,
                @Advice.Return(readOnly = false) XaMeaning result) {
            if (verb == XaVerb.COMMIT && code == XAException.XAER_NOTA) {
                result = XaMeaning.DONE;
            }
        }
    }

    public static class AbsentIsDone {
        @Advice.OnMethodExit
        static void exit(
                @Advice.FieldValue("absent") boolean absent,
                @Advice.FieldValue("doubtful") boolean doubtful,
                @Advice.Return(readOnly = false) Answer result) {
            if (absent && !doubtful) {
                result = Answer.DONE;
            }
        }
    }

    public static class RmfailIsDone {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) XaVerb verb,
                @Advice.Argument(1) int code,
                @Advice.Return(readOnly = false) XaMeaning result) {
            if (verb == XaVerb.COMMIT && code == XAException.XAER_RMFAIL) {
                result = XaMeaning.DONE;
            }
        }
    }

    public static class RmfailInRollbackIsDone {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) XaVerb verb,
                @Advice.Argument(1) int code,
                @Advice.Return(readOnly = false) XaMeaning result) {
            if (verb == XaVerb.ROLLBACK && code == XAException.XAER_RMFAIL) {
                result = XaMeaning.DONE;
            }
        }
    }

    public static class DoneIsRetry {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Answer result) {
            if (result == Answer.DONE) {
                result = Answer.RETRY;
            }
        }
    }

    public static class ReadOnlyIsPrepared {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Answer result) {
            if (result == Answer.READ_ONLY) {
                result = Answer.PREPARED;
            }
        }
    }

    public static class OnePhaseRmfailIsRolledBack {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) XaVerb verb,
                @Advice.Argument(1) int code,
                @Advice.Return(readOnly = false) XaMeaning result) {
            if (verb == XaVerb.COMMIT_ONE_PHASE && code == XAException.XAER_RMFAIL) {
                result = XaMeaning.ROLLED_BACK;
            }
        }
    }

    public static class RolledBackInPhaseTwoIsDone {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) XaVerb verb,
                @Advice.Argument(1) int code,
                @Advice.Return(readOnly = false) XaMeaning result) {
            if (verb == XaVerb.COMMIT && XaCodes.isRolledBack(code)) {
                result = XaMeaning.DONE;
            }
        }
    }

    public static class RmerrInPhaseTwoIsRetried {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) XaVerb verb,
                @Advice.Argument(1) int code,
                @Advice.Return(readOnly = false) XaMeaning result) {
            if (verb == XaVerb.COMMIT && code == XAException.XAER_RMERR) {
                result = XaMeaning.RETRY;
            }
        }
    }

    public static class RolledBackAtEndIsDone {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) XaVerb verb,
                @Advice.Argument(1) int code,
                @Advice.Return(readOnly = false) XaMeaning result) {
            if (verb == XaVerb.END && XaCodes.isRolledBack(code)) {
                result = XaMeaning.DONE;
            }
        }
    }

    public static class OnePhaseStrangeCodeIsRolledBack {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) XaVerb verb,
                @Advice.Argument(1) int code,
                @Advice.Return(readOnly = false) XaMeaning result) {
            if (verb == XaVerb.COMMIT_ONE_PHASE && (code == 0 || code == 99)) {
                result = XaMeaning.ROLLED_BACK;
            }
        }
    }

    public static class AllAreWhole {
        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(0) Xid xid) {
            Objects.requireNonNull(xid.getGlobalTransactionId());
            Objects.requireNonNull(xid.getBranchQualifier());
        }
    }

    public static class DecideInMemory {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.Argument(0) int kind) {
            return kind == 1;
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) int kind, @Advice.Return(readOnly = false) Event result) {
            if (kind == 1) {
                result = Event.DURABLE;
            }
        }
    }

    public static class ExpireTheDecided {
        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue("state") int state, @Advice.Return(readOnly = false) boolean result) {
            result |= state == 3;
        }
    }

    public static class HeuristicNotForced {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.Argument(0) int kind) {
            return kind == 2;
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.FieldValue("transaction") GlobalTransaction transaction,
                @Advice.Argument(0) int kind,
                @Advice.Return(readOnly = false) Event result) {
            if (kind == 2) {
                result = transaction.participants().unfinished().isEmpty() ? Event.KEPT : Event.DURABLE;
            }
        }
    }

    public static class FailedForceRollsBack {
        @Advice.OnMethodExit
        static void exit(
                @Advice.FieldValue("transaction") GlobalTransaction transaction,
                @Advice.Return(readOnly = false) Event result) {
            if (result == Event.UNDURABLE && transaction.step() == Step.DECIDING) {
                result = Event.LOG_REFUSED;
            }
        }
    }

    public static class FailedForceIsDurable {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Durability result) {
            result = Durability.DURABLE;
        }
    }

    public static class SameEpoch {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(value = 0, typing = Typing.DYNAMIC) Object last,
                @Advice.Return(readOnly = false, typing = Typing.DYNAMIC) Object next) {
            next = last;
        }
    }

    public static class EpochIsEnough {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) NodeEpoch life,
                @Advice.FieldValue("epoch") int last,
                @Advice.Return(readOnly = false) boolean result) {
            result = life.epoch() <= last;
        }
    }

    public static class NoteTheParkedAfterTheListing {
        @Advice.OnMethodEnter
        static void enter(
                @Advice.Argument(0) List<GlobalTransaction> waiting,
                @Advice.FieldValue("coordinator") Coordinator coordinator) {
            for (GlobalTransaction each : coordinator.parked()) {
                if (each.step().isParked() && !waiting.contains(each)) {
                    waiting.add(each);
                }
            }
        }
    }

    public static class NothingRestored {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) List<?> result) {
            result = List.of();
        }
    }

    public static class OnePhaseForMany {
        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue("count") int count, @Advice.Return(readOnly = false) boolean result) {
            result = count > 0;
        }
    }

    public static class AnnounceInMemory {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.Argument(0) int kind) {
            return kind == 3;
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) int kind, @Advice.Return(readOnly = false) Event result) {
            if (kind == 3) {
                result = Event.DURABLE;
            }
        }
    }

    public static class PresumeAbortOfLast {
        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(value = 2, readOnly = false) int kind) {
            if (kind == 3) {
                kind = 4;
            }
        }
    }

    public static class HazardIsRollback {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Answer result) {
            if (result == Answer.HEURISTIC_HAZARD) {
                result = Answer.ROLLED_BACK;
            }
        }
    }

    public static class AllAreOver {
        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(value = 2, readOnly = false) Predicate<TransactionId> isOver) {
            isOver = all();
        }
    }

    /** All have ended. */
    public static Predicate<TransactionId> all() {
        return id -> true;
    }

    public static class Beginning {
        @Advice.OnMethodEnter
        static void enter() {
            beginning(true);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit() {
            beginning(false);
        }
    }

    public static class GiveBackFirst {
        @Advice.OnMethodEnter
        static void enter(@Advice.FieldValue("storage") Storage storage) {
            storage.close();
        }
    }

    public static class ServeOnlyTheFirst {
        @Advice.OnMethodEnter
        static void enter(
                @Advice.Argument(value = 0, readOnly = false) long position,
                @Advice.Argument(1) Durability answer,
                @Advice.FieldValue("positions") long[] positions,
                @Advice.FieldValue("size") int size) {
            if (answer == Durability.DURABLE && size > 0) {
                position = Math.min(position, positions[0]);
            }
        }
    }

    public static class JoinAlways {
        @Advice.OnMethodExit
        static void exit(
                @Advice.FieldValue("resource") XAResource resource, @Advice.Return(readOnly = false) boolean result) {
            result = resource != null;
        }
    }

    public static class NoProblem {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Throwable result) {
            result = null;
        }
    }

    public static class InterruptAll {
        @Advice.OnMethodExit
        static void exit(@Advice.Return Object suspended) throws ReflectiveOperationException {
            if (suspended instanceof JtaTransaction) {
                interruptAll((JtaTransaction) suspended);
            }
        }
    }

    /** Interrupts all work of a transaction. */
    public static void interruptAll(JtaTransaction suspended) throws ReflectiveOperationException {
        Method endAll = XaBranch.class.getDeclaredMethod("endAll", int.class);
        endAll.setAccessible(true);
        for (Participant each : suspended.engine().participants().all()) {
            if (each instanceof XaBranch) {
                endAll.invoke(each, XAResource.TMSUSPEND);
            }
        }
    }

    /** Whether a segment is being begun. */
    public static void beginning(boolean is) {
        isBeginning = is;
    }

    /** In place of a force. */
    public static void forceUnlessBeginning(StoredFile file) throws IOException {
        if (!isBeginning) {
            file.force();
        }
    }

    /** In place of the force of an operator's record. */
    public static Durability forceNever(DecisionLog log, long position, ForceReply reply) {
        return Durability.DURABLE;
    }

    /** In place of a comparison of fingerprints. */
    public static boolean isSamePlace(String one, Object other) {
        return true;
    }

    /** In place of a comparison of nodes. */
    public static boolean isSameNode(NodeId one, Object other) {
        return true;
    }
}
