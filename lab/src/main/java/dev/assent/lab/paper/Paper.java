package dev.assent.lab.paper;

import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.report.Block;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.StoredPhase;
import java.util.List;

/** A publication whose experiments are run again. Immutable. */
public interface Paper {
    /** The title of its report. */
    String title();

    /** Names the publication, and says which of its figures may be compared with the measured ones. */
    String introduction();

    /** Those that it has, in their order. */
    List<Experiment> experiments();

    /**
     * The conclusions from results.
     *
     * @param phases the times that servers have measured inside meanwhile
     */
    Findings findings(Results results, List<StoredPhase> phases);

    /** The findings for a paper, as parts of a report. Immutable. */
    interface Findings {
        /** The paper's claims, and the verdicts on them. */
        List<Block> claims();

        /** All of one of its experiments; nothing when nothing of it was measured. */
        List<Block> section(Experiment experiment);
    }
}
