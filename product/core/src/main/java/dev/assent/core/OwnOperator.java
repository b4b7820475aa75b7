package dev.assent.core;

import dev.assent.NodeOperator;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.TransactionId;
import dev.assent.core.adapter.Awaited;
import dev.assent.core.adapter.OsUser;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.operator.ActResult;
import dev.assent.core.operator.OperatorConsole;
import dev.assent.core.transaction.GlobalTransaction;
import java.util.Set;

/**
 * Carries out the requests of the process that a node runs in, in the name of its user.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class OwnOperator implements NodeOperator {
    private final NodeAssembly parts;
    private final OperatorConsole console;

    OwnOperator(NodeAssembly parts) {
        this.parts = parts;
        this.console = new OperatorConsole(parts.operator());
    }

    /** Answers the commands of other processes. */
    OperatorConsole console() {
        return console;
    }

    @Override
    public OperatorAnswer run(OperatorRequest request) {
        return Awaited.of(reply -> console.run(request, OsUser.name(), reply));
    }

    @Override
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

    @Override
    public int underWay() {
        return parts.coordinator().active().size();
    }
}
