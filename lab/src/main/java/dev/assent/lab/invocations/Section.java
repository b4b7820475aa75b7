package dev.assent.lab.invocations;

import dev.assent.lab.report.Block;
import java.util.List;

/** What a report says of one experiment. Immutable. */
interface Section {
    /** Its charts and tables: the paper's figures, drawn again beside the measured ones. */
    List<Block> figures();

    /** What differs from what was published, a sentence each; a transport is held against that in whose place it is. */
    List<String> differences();
}
