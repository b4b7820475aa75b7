package dev.assent.lab.invocations;

import dev.assent.lab.bean.Payload;
import dev.assent.lab.experiment.Amount;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.invocations.work.CallMethod;
import dev.assent.lab.invocations.work.CallMethodInTransaction;
import dev.assent.lab.invocations.work.PaperServices;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Experiment 2: the cost of a transaction's context for a call (section 4.3, Figure 3). */
public final class ContextPropagation implements Experiment {
    static final String NAME = "context";

    private static final Published PUBLISHED = Published.of("", "", """
            transport      |       | getInt100 | getDouble100 | getString100 | getString1000 | getString10000 | getDataSet | getDataSet10 | getDataSet100
            IIOP           | ms    | 2.58      | 2.69         | 2.50         | 2.73          | 4.70           | 2.63       | 2.68         | 2.78
            IIOP           | bytes | 1,308     | 1,716        | 1,084        | 2,884         | 20,888         | 1,064      | 1,240        | 1,964
            SOAP/HTTP      | ms    | 9.35      | 9.52         | 5.21         | 5.36          | 7.44           | 7.78       | 10.48        | 33.55
            SOAP/HTTP      | bytes | 3,673     | 3,925        | 1,831        | 2,735         | 11,745         | 1,925      | 3,523        | 19,511
            JBoss Remoting | ms    | 1.40      | 1.49         | 1.38         | 1.50          | 2.58           | 1.49       | 1.51         | 1.64
            JBoss Remoting | bytes | 2,367     | 2,767        | 2,047        | 2,947         | 11,947         | 2,194      | 2,311        | 2,761
            """);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "2. The same calls inside one transaction";
    }

    @Override
    public String claim() {
        return "A context costs the same for every call, some 1.5 ms over IIOP, 1.0 over SOAP and 0.4 over JBoss"
                + " Remoting. Over IIOP its references are slow.";
    }

    @Override
    public String method() {
        return "As experiment 1, with the attribute REQUIRED. All calls of a method are inside one transaction that"
                + " the client has begun at the server; its begin and end are not timed. The lab measures the same"
                + " calls without a transaction in the same processes, so that only the context differs, and not the"
                + " start of processes.";
    }

    @Override
    public Amount amount() {
        return Amount.ofCalls(5_000, 15_000);
    }

    @Override
    public List<Setup> setups(Choice choice) {
        return choice.transactional().stream()
                .map(each -> Setup.ofServer(each, false))
                .toList();
    }

    @Override
    public List<Subject> subjects(Setup setup) {
        return Arrays.stream(Payload.values())
                .flatMap(each -> Stream.of(
                        Subject.of(each.method(), CallMethodInTransaction.class, each.method()),
                        Subject.of(without(each), CallMethod.class, each.method())))
                .toList();
    }

    /** The same call without a transaction. */
    static String without(Payload method) {
        return method.method() + ", no transaction";
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
