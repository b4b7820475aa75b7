package dev.assent.core.message;

import dev.assent.NodeId;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Messages of the decision log, in the order of their numbers; see {@link Catalogue}. */
public interface LogMessages {
    /** The advice for a damaged log. */
    String DAMAGED = ". The node does not start, and nothing was changed. First copy the folder. If you have undamaged"
            + " files of the same moment, put them back; never use an older copy of the log. Otherwise move segment-a"
            + " and segment-b away. './assent log list --config FILE' then shows the branches and their node: take it"
            + " over with './assent log adopt NODE --config FILE --new-log', and resolve each transaction";

    /** A segment size is not allowed. */
    @Says(id = 3001, value = "the log's 'log-segment-bytes' cannot be %d: a multiple of %d from %d to %d is allowed")
    String logSegmentBytes(int bytes, int sectorBytes, int bytesMin, int bytesMax);

    /** A log folder is a file, or its parent is missing. */
    @Says(
            id = 3002,
            value = "the log folder %s cannot be used: %s; the node does not start; name an existing folder, or one"
                    + " whose parent exists")
    String logFolderMissing(Path folder, String reason);

    /** A log folder can't be written. */
    @Says(id = 3003, value = "the log folder %s cannot be written (%s); the node does not start; %s")
    String logFolderDenied(Path folder, Throwable cause, String advice);

    /** A second process opens a log folder (law 3: one folder, one process). */
    @Says(
            id = 3004,
            value = "the log folder %s is in use by process %s; this node does not start; %s, or give each node its"
                    + " own folder")
    String logFolderHeld(Path folder, String holder, String advice);

    /** A new log does not fit on the disk. */
    @Says(
            id = 3005,
            value = "the decision log in %s cannot be made; it needs %d bytes: %s; the node does not start, nothing"
                    + " was left behind; %s")
    String logNotMade(String place, long bytes, String reason, String advice);

    /** Reading or renewing a log failed. */
    @Says(
            id = 3006,
            value = "the decision log in %s cannot be opened: %s; the node does not start; check the disk and start it"
                    + " again")
    String logNotOpened(String place, @Nullable String reason);

    /** All epochs of a node have been used. */
    @Says(
            id = 3007,
            value = "the node of the decision log in %s has used up its epochs and can't start again;"
                    + " nothing was changed; move the log away, start a new node with an empty folder, take"
                    + " this node over with './assent log adopt NODE' and resolve its transactions")
    String logEpochsUsedUp(String place);

    /** A record would not fit into a checkpoint. */
    @Says(
            id = 3010,
            value = "the decision log in %s is full: unfinished transactions hold %d of %d bytes, the next record needs"
                    + " %d; nothing was written; './assent log list' shows these transactions and the resources that"
                    + " they wait for: make those reachable, or resolve or forget the transactions")
    String logFull(String place, long bytesUsed, long bytesMax, int bytesNext);

    /** A record is appended to a closed log. */
    @Says(id = 3011, value = "the decision log in %s is closed; nothing was written")
    String logClosed(String place);

    /** A force failed before (law 8: a failed force is an unknown outcome). */
    @Says(
            id = 3012,
            value = "the decision log in %s has failed (%s) and takes no more records; nothing was written; check the"
                    + " disk and restart the node, which then finishes the transactions in doubt")
    String logFailed(String place, @Nullable String reason);

    /** A waiting commit broke the contract of its reply. */
    @Says(
            id = 3013,
            value = "a transaction failed after its forced write ended with %s; the log goes on. If the node has"
                    + " reported ASSENT-1042, start it again. Report this as a bug")
    String logReplyFailed(Object durability);

    /** A copied or restored log was found (law 2: each start is a new epoch). */
    @Says(
            id = 3020,
            value = "the log folder %s holds log files of node %s that were written at another place. Assent keeps"
                    + " these files aside, under names that end in '.of-' and the node, and leaves the branches of"
                    + " that node alone. This node is %s. If the other node is gone for good, take it over with"
                    + " './assent log adopt NODE'. Otherwise delete only the files with '.of-' in their names, never"
                    + " the others")
    String logCopied(String place, String others, NodeId node);

    /** The names for the segments of a copied log are taken. */
    @Says(
            id = 3021,
            value = "the log in %s was written at another place, by node %s, and the folder already has older or newer"
                    + " segments of that node, %s and %s; the node does not start; keep the pair of files that was"
                    + " written last, segment-a and segment-b or these two, and move the other pair to another folder")
    String logAsideTaken(String place, NodeId other, String segmentA, String segmentB);

    /** A segment does not have its original size. */
    @Says(id = 3101, value = "the decision log in %s is damaged: %s has %d bytes where %s are expected" + DAMAGED)
    String logSegmentSize(String place, String file, long bytes, Object expected);

    /** One of two segments is missing. */
    @Says(id = 3102, value = "the decision log in %s is damaged: %s is missing while %s is there" + DAMAGED)
    String logSegmentMissing(String place, String file, String other);

    /** A sector is neither old nor new. */
    @Says(
            id = 3103,
            value = "the decision log in %s is damaged: %s, sector %d (byte %d): its checksum is wrong" + DAMAGED)
    String logSectorDamaged(String place, String file, int sector, long offset);

    /** A segment does not begin with a header. */
    @Says(id = 3104, value = "the decision log in %s is damaged: %s, sector 0 (byte 0): no valid header: %s" + DAMAGED)
    String logHeaderDamaged(String place, String file, @Nullable String why);

    /** A segment was written by another version (version policy). */
    @Says(
            id = 3105,
            value = "the decision log in %s cannot be read: %s, sector 0 (byte 0), has format %d, this version of"
                    + " Assent reads format %d; nothing was changed; start the version that wrote it")
    String logVersionUnknown(String place, String file, int version, int versionRead);

    /** A damaged batch is followed by a valid one. */
    @Says(
            id = 3106,
            value = "the decision log in %s is damaged: %s, sector %d (byte %d) is damaged or missing: sector %d (byte"
                    + " %d) has a batch that was written later"
                    + DAMAGED)
    String logBatchDamaged(String place, String file, int sector, long offset, int laterSector, long laterOffset);

    /** A sector is at a wrong place. */
    @Says(
            id = 3107,
            value = "the decision log in %s is damaged: %s, sector %d (byte %d) does not belong there; batch %d, index"
                    + " %d was expected"
                    + DAMAGED)
    String logSectorMisplaced(String place, String file, int sector, long offset, int batch, int index);

    /** A batch is complete, but its records are not valid. */
    @Says(
            id = 3108,
            value = "the decision log in %s is damaged: %s, sector %d (byte %d): the record at byte %d of this batch"
                    + " is not valid: %s"
                    + DAMAGED)
    String logRecordDamaged(String place, String file, int sector, long offset, int at, @Nullable String why);

    /** The segments belong to different nodes. */
    @Says(
            id = 3109,
            value = "the decision log in %s is damaged: %s belongs to node %s, the other segment to node %s" + DAMAGED)
    String logSegmentsStrange(String place, String file, NodeId node, NodeId other);

    /** Both segments say they are the newest. */
    @Says(
            id = 3110,
            value = "the decision log in %s is damaged: %s has generation %d, and so has the other segment" + DAMAGED)
    String logGenerationTwice(String place, String file, long generation);

    /** No segment has a complete checkpoint. */
    @Says(
            id = 3111,
            value = "the decision log in %s is damaged: neither %s nor %s begins with a complete checkpoint" + DAMAGED)
    String logCheckpointMissing(String place, String older, String newer);

    /** A segment lacks what the other files show was once in it. */
    @Says(
            id = 3112,
            value = "the decision log in %s is damaged: %s is empty, though %s; the files are from different moments"
                    + DAMAGED)
    String logSegmentEmpty(String place, String file, String evidence);
}
