package dev.assent.core.log;

/**
 * Counts since a log was opened.
 *
 * @param records appended, end records not counted
 * @param forces forced writes of the storage, without those of the opening
 * @param checkpoints changes of segment
 * @param liveBytes bytes of the live records
 * @param capacityBytes the number of live bytes from which on no transaction can decide any more; operators'
 *     records may take some more
 */
public record LogStatistics(long records, long forces, long checkpoints, long liveBytes, long capacityBytes) {}
