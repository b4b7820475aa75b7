package dev.assent.lab.invocations;

import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.paper.Paper;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.StoredPhase;
import java.util.List;

/** The paper itself. */
public final class TransactionalInvocations implements Paper {
    @Override
    public String title() {
        return "Transactional remote invocations, measured again";
    }

    @Override
    public String introduction() {
        return "The lab repeated the experiments of \"On the Performance of Transactional Remote Invocations over"
                + " Commonly Used Transports\" (I. Silva Neto, F. Reverbel; 2008) with their parameters, over today's"
                + " transports. Published times are of JBoss AS 5.0.0 Beta 2 with XActor on Pentium 4 machines at 3"
                + " GHz in a network of 100 Mb/s. Compare only ratios.";
    }

    @Override
    public List<Experiment> experiments() {
        return List.of(
                new PlainInvocations(),
                new ContextPropagation(),
                new Demarcation(),
                new TwoPhaseCommit(),
                new ManyClients());
    }

    @Override
    public Findings findings(Results results, List<StoredPhase> phases) {
        return new PaperFindings(results, phases);
    }
}
