package dev.assent.lab.invocations.work;

import dev.assent.lab.experiment.StepObserver;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.experiment.Task;
import jakarta.transaction.UserTransaction;
import java.util.List;

/** Creates a transaction, calls both servers in it, and commits it. */
public final class TransferInTransaction implements Task {
    private final Transfer transfer;
    private final UserTransaction transaction;

    /** Without arguments. */
    public TransferInTransaction(Context context) throws Exception {
        transfer = new Transfer(context, PaperServices.ACCOUNT_IN_TRANSACTION);
        transaction = context.client().transactions();
    }

    @Override
    public List<String> steps() {
        return List.of(Steps.CREATE, Steps.INVOCATION_1, Steps.INVOCATION_2, Steps.COMMIT);
    }

    @Override
    public void run(StepObserver observer) throws Exception {
        observer.begin();
        transaction.begin();
        observer.next();
        transfer.callBoth(observer);
        transaction.commit();
        observer.next();
    }
}
