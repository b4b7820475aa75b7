package dev.assent.lab.paper;

import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.report.Block;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.StoredPhase;
import java.util.List;

/** A publication whose experiments are run again. Immutable. */
public interface Paper {
    /** Of its report. */
    String title();

    /** Which publication it is, and what of it may be compared with what is measured. */
    String introduction();

    /** Those that it has, in their order. */
    List<Experiment> experiments();

    /**
     * What follows from results.
     *
     * @param phases what servers have timed inside meanwhile
     */
    Findings findings(Results results, List<StoredPhase> phases);

    /** What results say of a paper, as parts of a report. Immutable. */
    interface Findings {
        /** What the paper claims, and what has become of it. */
        List<Block> claims();

        /** All of one of its experiments; nothing when nothing of it was measured. */
        List<Block> section(Experiment experiment);
    }
}
