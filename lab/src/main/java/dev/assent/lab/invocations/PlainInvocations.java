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
import dev.assent.lab.invocations.work.PaperServices;
import java.util.Arrays;
import java.util.List;

/** Experiment 1: the cost of a call without a transaction (section 4.2, Figure 2). */
public final class PlainInvocations implements Experiment {
    static final String NAME = "plain";

    private static final Published PUBLISHED = Published.of("", "", """
            transport      |       | getInt100 | getDouble100 | getString100 | getString1000 | getString10000 | getDataSet | getDataSet10 | getDataSet100
            IIOP           | ms    | 1.05      | 1.21         | 0.93         | 1.30          | 3.20           | 1.07       | 1.17         | 1.42
            IIOP           | bytes | 548       | 956          | 324          | 2,124         | 20,128         | 304        | 480          | 1,204
            SOAP/HTTP      | ms    | 8.40      | 8.65         | 4.23         | 4.48          | 6.57           | 6.85       | 9.29         | 32.43
            SOAP/HTTP      | bytes | 2,938     | 3,190        | 1,096        | 2,000         | 11,010         | 1,190      | 2,788        | 18,776
            JBoss Remoting | ms    | 1.02      | 1.15         | 0.92         | 1.16          | 2.23           | 1.15       | 1.18         | 1.28
            JBoss Remoting | bytes | 1,315     | 1,715        | 995          | 1,895         | 10,895         | 1,142      | 1,259        | 1,709
            """);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "1. Calls without a transaction";
    }

    @Override
    public String claim() {
        return "JBoss Remoting is slightly faster than IIOP. SOAP is much slower than both, 20 times for"
                + " getDataSet100. Parsing XML makes SOAP slow, not the number of bytes.";
    }

    @Override
    public String method() {
        return "One client calls methods that return a constant, each with the attribute NEVER. Arrays of data sets"
                + " have one instance many times, as the published sizes show. Here there are also arrays of distinct"
                + " instances.";
    }

    @Override
    public Amount amount() {
        return Amount.ofCalls(5_000, 15_000);
    }

    @Override
    public List<Setup> setups(Choice choice) {
        return choice.transports().stream()
                .map(each -> Setup.ofServer(each, false))
                .toList();
    }

    @Override
    public List<Subject> subjects(Setup setup) {
        return Arrays.stream(Payload.values())
                .map(each -> Subject.of(each.method(), CallMethod.class, each.method()))
                .toList();
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
