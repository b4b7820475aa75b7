package dev.assent.core.log;

import java.util.Optional;

/**
 * The report of a log's opening.
 *
 * @param isNew whether the log was made just now
 * @param batches how many batches were read from the segment that was active
 * @param sectorsCut how many sectors of a torn last batch were cut; its force had not returned
 * @param isCheckpointCut whether a checkpoint was torn, so that the segment before it was read
 * @param generation the generation with which this life of the log began
 * @param notice a message for operators, if segments of another node are kept aside
 */
public record OpeningReport(
        boolean isNew,
        int batches,
        int sectorsCut,
        boolean isCheckpointCut,
        long generation,
        Optional<String> notice) {}
