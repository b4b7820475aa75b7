package dev.assent.lab.invocations.work;

import dev.assent.lab.experiment.StepObserver;
import dev.assent.lab.experiment.Task;
import jakarta.transaction.UserTransaction;
import java.util.List;

/** Calls one method, all inside one transaction, whose begin and end are neither timed nor counted. */
public final class CallMethodInTransaction implements Task {
    /** A week: longer than any phase, also with a WAN and as many calls as one may ask for. */
    private static final int TIMEOUT_SECONDS = 7 * 24 * 60 * 60;

    private final CallMethod call;
    private final UserTransaction transaction;

    /** Its argument is the name of the method. */
    public CallMethodInTransaction(Context context) throws Exception {
        call = new CallMethod(context, PaperServices.PAYLOADS_IN_TRANSACTION);
        transaction = context.client().transactions();
    }

    @Override
    public List<String> steps() {
        return call.steps();
    }

    @Override
    public void begin() throws Exception {
        transaction.setTransactionTimeout(TIMEOUT_SECONDS);
        transaction.begin();
        call.begin();
    }

    @Override
    public void run(StepObserver observer) {
        call.run(observer);
    }

    @Override
    public void end() throws Exception {
        call.end();
        transaction.commit();
    }
}
