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
import java.util.List;
import java.util.stream.Stream;

/** Experiment 4b, which the paper announces (section 6): experiment 4 with more and more clients. */
public final class ManyClients implements Experiment {
    private static final List<Integer> CLIENTS = List.of(1, 2, 4, 8, 16, 32, 64);

    static final String NAME = "clients";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "4b. The same with up to 64 clients";
    }

    @Override
    public String claim() {
        return "Announced as future work; nothing was published.";
    }

    @Override
    public String method() {
        return "Experiment 4 with durable logs and separate database servers, with 1 to 64 clients at the same time."
                + " The lab measures the transactions a second, and the longest time of 99 of 100.";
    }

    @Override
    public Amount amount() {
        return Amount.ofCalls(2_000, 8_000);
    }

    /** All sizes are measured in the same processes, one after the other, and so is warmed up together. */
    @Override
    public Amount quick() {
        return Amount.ofCalls(200, 400);
    }

    @Override
    public List<Setup> setups(Choice choice) {
        return choice.transactional().stream()
                .flatMap(each -> choice.databases().stream()
                        .filter(LabDatabase::isApart)
                        .flatMap(database -> Stream.of(
                                new Setup(each, database, 2, true, false, TwoPhaseCommit.NO_TRANSACTIONS),
                                new Setup(each, database, 2, true, true, TwoPhaseCommit.LOG_ON))))
                .toList();
    }

    @Override
    public List<Subject> subjects(Setup setup) {
        return CLIENTS.stream()
                .map(each -> TwoPhaseCommit.transfer(setup, each))
                .toList();
    }

    @Override
    public Class<? extends Services> services() {
        return PaperServices.class;
    }

    @Override
    public Published published() {
        return new Published(List.of());
    }
}
