package dev.assent.core.log;

import java.util.Optional;

/**
 * The report of a log's opening.
 *
 * @param sectorsCut how many sectors of a torn last batch were cut; its force had not returned
 * @param isCheckpointCut whether a checkpoint was torn, so that the segment before it was read
 * @param notice a message for operators, if segments of another node are kept aside
 */
public record OpeningReport(int sectorsCut, boolean isCheckpointCut, Optional<String> notice) {}
