package dev.assent.lab.invocations;

import dev.assent.lab.experiment.Amount;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.invocations.work.Demarcate;
import dev.assent.lab.invocations.work.DemarcateInside;
import dev.assent.lab.invocations.work.PaperServices;
import java.util.List;

/** Experiment 3: the cost of the begin and the end of a transaction (section 4.4, Figure 4). */
public final class Demarcation implements Experiment {
    static final String NAME = "demarcation";

    private static final Published PUBLISHED = Published.of("", PaperResults.REMOTE, """
            transport      |       | create | commit | total
            IIOP           | ms    | 2.75   | 0.97   | 3.72
            IIOP           | bytes | 1,168  | 89     | 1,257
            SOAP/HTTP      | ms    | 1.23   | 0.93   | 2.16
            SOAP/HTTP      | bytes | 1,758  | 1,000  | 2,758
            JBoss Remoting | ms    | 0.81   | 0.43   | 1.23
            JBoss Remoting | bytes | 1,661  | 682    | 2,343
            """);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "3. Empty transactions";
    }

    @Override
    public String claim() {
        return "SOAP beats IIOP, whose references in the new transaction's context are slow. Code that runs inside of"
                + " the server avoids most of the cost.";
    }

    @Override
    public String method() {
        return "A remote client begins a transaction and commits it at once. Code inside of the server does the same.";
    }

    @Override
    public Amount amount() {
        return Amount.ofCalls(5_000, 15_000);
    }

    @Override
    public List<Setup> setups(Choice choice) {
        return choice.transactional().stream()
                .map(each -> Setup.ofServer(each, true))
                .toList();
    }

    @Override
    public List<Subject> subjects(Setup setup) {
        return List.of(
                Subject.of(PaperResults.REMOTE, Demarcate.class),
                Subject.of(PaperResults.INSIDE, DemarcateInside.class));
    }

    @Override
    public Class<? extends Services> services() {
        return PaperServices.class;
    }

    @Override
    public Published published() {
        return PUBLISHED;
    }
}
