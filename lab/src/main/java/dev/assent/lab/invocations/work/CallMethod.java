package dev.assent.lab.invocations.work;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.bean.Payloads;
import dev.assent.lab.experiment.StepObserver;
import dev.assent.lab.experiment.Steps;
import dev.assent.lab.experiment.Task;
import java.util.List;

/**
 * Calls one method, each time outside of a transaction. It checks the result before the first call and after the last.
 */
public final class CallMethod implements Task {
    private final Payloads target;
    private final Payload method;
    private final boolean keepsReferences;

    /** Its argument is the name of the method. */
    public CallMethod(Context context) throws Exception {
        this(context, PaperServices.PAYLOADS);
    }

    /** Calls the object that the first server has under this name. */
    CallMethod(Context context, String name) throws Exception {
        target = context.client().connect(context.servers().get(0), name, Payloads.class);
        method = Payload.of(context.arguments().get(0));
        keepsReferences = context.client().keepsReferences();
    }

    @Override
    public List<String> steps() {
        return List.of(Steps.CALL);
    }

    @Override
    public void begin() {
        method.check(target, keepsReferences);
    }

    @Override
    public void run(StepObserver observer) {
        observer.begin();
        method.call(target);
        observer.next();
    }

    @Override
    public void end() {
        method.check(target, keepsReferences);
    }
}
