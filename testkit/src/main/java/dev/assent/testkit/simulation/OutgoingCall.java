package dev.assent.testkit.simulation;

import dev.assent.core.transaction.Transaction;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Result;
import java.util.function.Consumer;

/** A call that a node makes to do what a plan says, in its transaction. */
final class OutgoingCall {
    private OutgoingCall() {}

    /**
     * Makes it.
     *
     * @param whenDone is told whether who calls goes on with its transaction
     */
    static void make(
            NodeLife life, TransactionTruth truth, Transaction engine, Plan.Call next, Consumer<Boolean> whenDone) {
        World world = life.world();
        String address = world.addressOf(next);
        Context context = life.outflow().begin(engine, life.transport(), address);
        if (context == null) {
            whenDone.accept(false);
            return;
        }
        truth.isDistributed = true;
        RemoteCallOracle calls = world.oracles().remoteCalls();
        calls.begun(engine);
        Call call = new Call("object", Errand.METHOD, new Object[] {next}, context, 0);
        life.transport().peer(address).call(call, result -> {
            boolean goesOn = result instanceof Result.Returned || world.chance().of(0.3);
            life.outflow().end(engine, address, result, () -> {
                calls.ended(engine);
                whenDone.accept(goesOn);
            });
        });
    }
}
