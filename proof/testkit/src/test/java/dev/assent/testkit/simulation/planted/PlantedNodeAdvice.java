package dev.assent.testkit.simulation.planted;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.commit.Event;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.RecordKind;
import dev.assent.core.operator.Operator;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Superior;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Decision;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner.Typing;

/**
 * The code of the bugs that are planted into the classes for transactions of many nodes, as {@link PlantedAdvice} is
 * for one node. Public, since copies of it run in other packages.
 */
public final class PlantedNodeAdvice {
    private static final Set<GlobalTransaction> ASKED = Collections.newSetFromMap(new WeakHashMap<>());

    /** The life of each node that was seen first. */
    private static final Map<NodeId, NodeEpoch> FIRST = new ConcurrentHashMap<>();

    private PlantedNodeAdvice() {}

    public static class HeuristicIsDone {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Answer result) {
            if (result != null && result.isHeuristic()) {
                result = Answer.DONE;
            }
        }
    }

    public static class OnlyTheLast {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.FieldValue(value = "next", typing = Typing.DYNAMIC) Object next) {
            return next != null;
        }
    }

    public static class True {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) boolean result) {
            result = true;
        }
    }

    public static class None {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) int result) {
            result = 0;
        }
    }

    public static class False {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) boolean result) {
            result = false;
        }
    }

    public static class TrueOfTheAdopted {
        @Advice.OnMethodExit
        static void exit(
                @Advice.This Coordinator coordinator,
                @Advice.Argument(0) NodeEpoch made,
                @Advice.Return(readOnly = false) boolean result) {
            result |= coordinator.adoption(made.node()) != null;
        }
    }

    public static class Vouched {
        @Advice.OnMethodEnter
        static void enter(
                @Advice.Argument(0) Operator.Parts parts,
                @Advice.Argument(1) NodeId node,
                @Advice.Argument(value = 2, readOnly = false) boolean isWhole) {
            isWhole = parts.aside().nodes().contains(node);
        }
    }

    public static class SkipSubordinates {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.This JtaTransaction transaction) {
            return transaction.engine().subordinate() != null;
        }
    }

    public static class SkipAdopted {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.Argument(0) int kind) {
            return kind == RecordKind.ADOPTED;
        }
    }

    public static class VoteInMemory {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.Argument(0) int kind) {
            return kind == 5;
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) int kind, @Advice.Return(readOnly = false) Event result) {
            if (kind == 5) {
                result = Event.DURABLE;
            }
        }
    }

    public static class ParkWithoutRecord {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Step next) {
            if (next == Step.RECORDING_WORD) {
                next = Step.COMMIT_PARKED;
            }
        }
    }

    public static class UnansweredIsRollback {
        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(0) Superior.Word word, @Advice.Argument(1) Response response) {
            if (response instanceof Response.Unanswered) {
                word.decided(false);
            }
        }
    }

    public static class OneForAll {
        @Advice.OnMethodExit
        static void exit(
                @Advice.FieldValue("id") TransactionId id, @Advice.Return(readOnly = false) LocalTransactionId result) {
            if (result != null && id instanceof LocalTransactionId) {
                long number = ((LocalTransactionId) id).sequence(); // one for each transaction
                result = new LocalTransactionId(firstOf(result.origin()), number);
            }
        }
    }

    public static class UndecidedIsRollback {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Decision result) {
            if (result == Decision.UNDECIDED) {
                result = Decision.ROLLBACK;
            }
        }
    }

    public static class UnknownIsRollback {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Response result) {
            if (result instanceof Response.Ended && ((Response.Ended) result).outcome() == Outcome.UNKNOWN) {
                result = new Response.Ended(Outcome.ROLLED_BACK, "presumed");
            }
        }
    }

    public static class HazardIsRetry {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Answer result) {
            if (result == Answer.HEURISTIC_HAZARD) {
                result = Answer.RETRY;
            }
        }
    }

    public static class HazardIsDone {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Answer result) {
            if (result == Answer.HEURISTIC_HAZARD) {
                result = Answer.DONE;
            }
        }
    }

    public static class ClaimIsRetry {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Answer result) {
            if (result == Answer.DOUBTFUL) {
                result = Answer.RETRY;
            }
        }
    }

    public static class UnknownIsReadOnly {
        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) RemoteVerb verb, @Advice.Return(readOnly = false) Answer result) {
            if (verb == RemoteVerb.PREPARE) {
                result = Answer.READ_ONLY;
            }
        }
    }

    public static class Once {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) GlobalTransaction engine, @Advice.Return(readOnly = false) Registration result) {
            if (!isFirst(engine)) {
                result = null;
            }
        }
    }

    /** Whether this is the first question about the transaction. */
    public static boolean isFirst(GlobalTransaction engine) {
        return ASKED.add(engine);
    }

    public static class NothingFailed {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Throwable failure) {
            failure = null;
        }
    }

    public static class AtOnce {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.Argument(0) Runnable work) {
            work.run();
            return true;
        }
    }

    public static class RollBackUnasked {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.This Subordinate subordinate) {
            subordinate.rollback(new NobodyWaits());
            return true;
        }
    }

    /** Discards an answer. */
    public static final class NobodyWaits implements Reply {
        @Override
        public void done(Answer answer) {}
    }

    public static class Nobody {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) List<?> result) {
            result = List.of();
        }
    }

    /** In place of the life of a node. */
    public static NodeEpoch firstOf(NodeEpoch life) {
        return FIRST.computeIfAbsent(life.node(), first -> life);
    }
}
