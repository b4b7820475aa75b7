package dev.assent.lab.invocations;

import dev.assent.lab.report.Block;
import java.util.List;

/** The report on one experiment. Immutable. */
interface Section {
    /** Its charts and tables: the paper's figures, drawn again beside the measured ones. */
    List<Block> figures();

    /**
     * The differences from the published figures, a sentence each; a transport is compared with the one that it stands
     * for.
     */
    List<String> differences();
}
