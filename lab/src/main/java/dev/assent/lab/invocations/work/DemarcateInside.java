package dev.assent.lab.invocations.work;

import dev.assent.lab.bean.Inside;
import dev.assent.lab.experiment.StepObserver;
import dev.assent.lab.experiment.Task;
import java.util.List;

/** Has code inside of the server create an empty transaction and commit it. The request to do so is not timed. */
public final class DemarcateInside implements Task {
    private final Inside server;

    /** Without arguments. */
    public DemarcateInside(Context context) throws Exception {
        server = context.client().connect(context.servers().get(0), PaperServices.INSIDE, Inside.class);
    }

    @Override
    public List<String> steps() {
        return Demarcate.STEPS;
    }

    @Override
    public void run(StepObserver observer) {
        observer.done(server.demarcate());
    }

    @Override
    public boolean isElsewhere() {
        return true;
    }
}
