package dev.assent.lab.invocations.work;

import dev.assent.lab.experiment.StepObserver;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.experiment.Task;
import jakarta.transaction.UserTransaction;
import java.util.List;

/** Creates an empty transaction, and commits it. */
public final class Demarcate implements Task {
    static final List<String> STEPS = List.of(Steps.CREATE, Steps.COMMIT);

    private final UserTransaction transaction;

    /** Without arguments. */
    public Demarcate(Context context) {
        transaction = context.client().transactions();
    }

    @Override
    public List<String> steps() {
        return STEPS;
    }

    @Override
    public void run(StepObserver observer) throws Exception {
        observer.begin();
        transaction.begin();
        observer.next();
        transaction.commit();
        observer.next();
    }
}
