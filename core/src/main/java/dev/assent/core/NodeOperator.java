package dev.assent.core;

import dev.assent.core.adapter.Awaited;
import dev.assent.core.adapter.OsUser;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.operator.ActResult;
import dev.assent.core.operator.Answer;
import dev.assent.core.operator.OperatorConsole;
import dev.assent.core.operator.Request;
import dev.assent.core.transaction.GlobalTransaction;
import java.util.Set;

/**
 * An operator's view of a node, from inside its process. Every act is put on record, audited and carried out as those of the
 * command line are.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class NodeOperator {
    private final NodeAssembly parts;
    private final OperatorConsole console;

    NodeOperator(NodeAssembly parts) {
        this.parts = parts;
        this.console = new OperatorConsole(parts.operator());
    }

    /** Answers the commands of other processes. */
    OperatorConsole console() {
        return console;
    }

    /** Carries out an operator's request, in the name of the user of this process, and waits for the answer. */
    public Answer run(Request request) {
        return Awaited.of(reply -> console.run(request, OsUser.name(), reply));
    }

    /**
     * Forgets a heuristic outcome that an operator has repaired, in the name of the user of this process.
     *
     * @throws IllegalArgumentException if this transaction has no heuristic outcome to forget
     * @throws IllegalStateException if it can't be forgotten now; the message says why. If a resource can't be
     *     reached, the order is on record and recovery tries again. If the log or the audit refuses, or another act is
     *     under way, nothing was done
     */
    public void forget(TransactionId id) {
        Act act = new Act(OsUser.name(), SystemClock.INSTANCE.epochMillis(), "asked by the application");
        ActResult result = Awaited.of(reply -> parts.operator().forget(id, Set.of(), act, reply));
        switch (result.kind()) {
            case DONE -> {}
            case REFUSED -> {
                if (isHeuristicKept(id)) {
                    throw new IllegalStateException(result.text());
                }
                throw new IllegalArgumentException(result.text());
            }
            case WAITING, UNKNOWN -> throw new IllegalStateException(result.text());
        }
    }

    private boolean isHeuristicKept(TransactionId id) {
        GlobalTransaction known = parts.coordinator().find(id);
        return known != null && known.step() == Step.HEURISTIC;
    }

    /** How many transactions are under way, those of other nodes' transactions included. */
    public int underWay() {
        return parts.coordinator().active().size();
    }
}
