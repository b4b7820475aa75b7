package dev.assent.lab.invocations;

import dev.assent.lab.database.LabDatabase;
import dev.assent.lab.experiment.Amount;
import dev.assent.lab.experiment.Choice;
import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.experiment.Published;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.Setup;
import dev.assent.lab.experiment.Subject;
import dev.assent.lab.invocations.work.PaperServices;
import dev.assent.lab.invocations.work.Transfer;
import dev.assent.lab.invocations.work.TransferInTransaction;
import dev.assent.lab.result.Measure;
import java.util.List;
import java.util.stream.Stream;

/** Experiment 4: the cost of a transaction of two servers (section 4.5, Figure 6). */
public final class TwoPhaseCommit implements Experiment {
    /** Scenario (i) of the paper. */
    public static final String NO_TRANSACTIONS = "no transactions";

    /** Scenario (ii). */
    public static final String LOG_OFF = "log off";

    /** Scenario (iii). */
    public static final String LOG_ON = "log on";

    static final String NAME = "commit";

    /** The name of the subject. */
    static final String TRANSFER = "transfer";

    private static final Published PUBLISHED =
            Published.of(LOG_ON, TRANSFER, """
            transport      |    | create | invocation 1 | invocation 2 | commit | total
            IIOP           | ms | 2.80   | 7.11         | 7.07         | 7.99   | 24.97
            SOAP/HTTP      | ms | 1.27   | 13.34        | 10.22        | 15.57  | 40.40
            JBoss Remoting | ms | 0.94   | 4.43         | 4.08         | 6.03   | 15.49
            """).and(Published.of(NO_TRANSACTIONS, TRANSFER, """
            transport      |    | total
            IIOP           | ms | 4.74
            SOAP/HTTP      | ms | 14.84
            JBoss Remoting | ms | 4.65
            """));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "4. Two servers, each with a database";
    }

    @Override
    public String claim() {
        return "A transaction costs much more than the work in it: 427 % over IIOP, 172 % over SOAP, 233 % over JBoss"
                + " Remoting. Beside the messages, the log costs next to nothing.";
    }

    @Override
    public String method() {
        return "A client begins a transaction at a coordinator, calls two servers that write a row each, and commits."
                + " It does so (i) without a transaction, (ii) with logs that are not durable, (iii) with durable"
                + " logs. A client, a coordinator and two servers are processes of their own.";
    }

    @Override
    public Amount amount() {
        return Amount.ofCalls(2_000, 8_000);
    }

    @Override
    public List<Setup> setups(Choice choice) {
        return choice.transactional().stream()
                .flatMap(each -> choice.databases().stream()
                        .flatMap(database -> Stream.of(
                                new Setup(each, database, 2, true, false, NO_TRANSACTIONS),
                                new Setup(each, database, 2, true, false, LOG_OFF),
                                new Setup(each, database, 2, true, true, LOG_ON))))
                .toList();
    }

    @Override
    public List<Subject> subjects(Setup setup) {
        return List.of(transfer(setup, 1));
    }

    /** The subject of a scenario, with so many clients. */
    static Subject transfer(Setup setup, int clients) {
        boolean isPlain = setup.scenario().equals(NO_TRANSACTIONS);
        return new Subject(TRANSFER, isPlain ? Transfer.class : TransferInTransaction.class, List.of(), clients);
    }

    /** The key of a step's measure, by one client. */
    static Measure.Key key(String transport, LabDatabase database, String scenario, String step) {
        return new Measure.Key(NAME, transport, database.name(), scenario, TRANSFER, 1, step);
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
