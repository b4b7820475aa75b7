package dev.assent.core.log;

/**
 * Counts since a log was opened.
 *
 * @param records appended, end records not counted
 * @param forces forced writes of the storage, without those made by opening
 * @param checkpoints changes of segment
 * @param liveBytes bytes of the records that are alive now
 * @param capacityBytes from how many of those bytes on no transaction is decided any more; operators' records
 *     may take some more
 */
public record LogStatistics(long records, long forces, long checkpoints, long liveBytes, long capacityBytes) {}
