package dev.assent.lab.invocations.work;

import dev.assent.lab.bean.Account;
import dev.assent.lab.experiment.StepObserver;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.experiment.Task;
import java.util.List;

/** Calls both servers, without a transaction. */
public final class Transfer implements Task {
    private final Account first;
    private final Account second;

    /** Without arguments. */
    public Transfer(Context context) throws Exception {
        this(context, PaperServices.ACCOUNT);
    }

    /** Uses the objects that both servers have under this name. */
    Transfer(Context context, String name) throws Exception {
        first = context.client().connect(context.servers().get(0), name, Account.class);
        second = context.client().connect(context.servers().get(1), name, Account.class);
    }

    @Override
    public List<String> steps() {
        return List.of(Steps.INVOCATION_1, Steps.INVOCATION_2);
    }

    @Override
    public void run(StepObserver observer) {
        observer.begin();
        callBoth(observer);
    }

    void callBoth(StepObserver observer) {
        first.add(1);
        observer.next();
        second.add(-1);
        observer.next();
    }
}
