package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogDamagedException;
import dev.assent.LogUnavailableException;
import dev.assent.NodeId;
import dev.assent.core.foreign.Failure;
import dev.assent.core.log.Storage.StoredFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The names of a log's files, and their changes, which survive a crash at any instant.
 *
 * <p>A log is two files, {@code segment-a} and {@code segment-b}. While it is made they have the suffix {@code .new};
 * {@code segment-a} gets its name last, so a log exists once that name does. Segments of another node are set aside
 * with the suffix {@code .of-} and the node, {@code segment-a} first. So a crash has left a {@code segment-b} alone if
 * {@code segment-a.new} is there too, or a {@code segment-a.of-*} without its {@code segment-b.of-*}. Any other single
 * segment is damage.
 *
 * <p>Not thread-safe.
 */
final class LogFolder {
    static final String A = "segment-a";
    static final String B = "segment-b";

    private static final String NEW = ".new";
    static final String OF = ".of-";

    /** The prefix of segments of a node that an operator has adopted: nobody needs them any more. */
    static final String ADOPTED = "adopted-";

    private final Storage storage;

    LogFolder(Storage storage) {
        this.storage = storage;
    }

    SegmentPlace place(String name) {
        return new SegmentPlace(storage.place(), name);
    }

    /**
     * Finishes changes that a crash interrupted, and returns whether there is a log.
     *
     * @throws LogDamagedException if one of the two segments is missing, or an empty one was put in its place: from a
     *     copy that was made while a log was made
     */
    boolean hasLog() throws IOException {
        storage.forceNames();
        List<String> names = storage.list();
        boolean hasA = names.contains(A);
        boolean hasB = names.contains(B);
        if (hasA == hasB) {
            if (hasA && names.contains(A + NEW) && isZero(B)) {
                throw place(B).damage((log, name) -> MESSAGES.logSegmentEmpty(log, name, A + NEW + " is there, too"));
            }
            return hasA;
        }
        if (hasA) {
            throw place(B).damage((log, name) -> MESSAGES.logSegmentMissing(log, name, A));
        }
        Optional<String> half = halfSetAside(names);
        if (half.isPresent()) {
            storage.rename(B, B + half.get());
            storage.forceNames();
            return false;
        }
        if (names.contains(A + NEW) && isZero(B)) {
            return false;
        }
        throw place(A).damage((log, name) -> MESSAGES.logSegmentMissing(log, name, B));
    }

    private Optional<String> halfSetAside(List<String> names) {
        List<String> halves = names.stream()
                .filter(name -> name.startsWith(A + OF))
                .map(name -> name.substring(A.length()))
                .filter(suffix -> !names.contains(B + suffix))
                .toList();
        return halves.size() == 1 ? Optional.of(halves.get(0)) : Optional.empty();
    }

    private boolean isZero(String name) throws IOException {
        try (StoredFile file = storage.open(name)) {
            return SegmentReader.survey(file, place(name)).generation() == 0;
        }
    }

    /**
     * Makes a log in an empty folder: both files filled with zeros, the first begun, all of it forced, then named.
     *
     * @throws LogUnavailableException if the files cannot be made, for example for lack of space; nothing is left
     *     behind
     */
    Segments make(SegmentHeader header, LiveRecords live) throws IOException {
        if (storage.list().contains(B)) {
            storage.delete(B);
            storage.forceNames();
        }
        Segments segments = makeFiles(header, live);
        storage.forceNames();
        storage.rename(B + NEW, B);
        storage.forceNames();
        storage.rename(A + NEW, A);
        storage.forceNames();
        return segments;
    }

    private Segments makeFiles(SegmentHeader header, LiveRecords live) throws IOException {
        try {
            StoredFile a = storage.create(A + NEW, header.segmentBytes());
            StoredFile b = storage.create(B + NEW, header.segmentBytes());
            return new Segments(a, b, 1, header, live);
        } catch (IOException e) {
            deleteNew(e);
            String reason = String.valueOf(e.getMessage());
            throw new LogUnavailableException(
                    MESSAGES.logNotMade(storage.place(), 2L * header.segmentBytes(), reason, StorageAdvice.of(e)), e);
        }
    }

    private void deleteNew(IOException problem) {
        for (String name : List.of(A + NEW, B + NEW)) {
            try {
                if (storage.list().contains(name)) {
                    storage.delete(name);
                }
            } catch (IOException e) {
                Failure.suppress(problem, e);
            }
        }
    }

    /** Sets the segments of another node aside, so that there is room for a log. */
    void setAside(NodeId node) throws IOException {
        List<String> names = storage.list();
        String suffix = OF + node;
        if (names.contains(A + suffix) || names.contains(B + suffix)) {
            throw new LogUnavailableException(
                    MESSAGES.logAsideTaken(storage.place(), node, A + suffix, B + suffix), null);
        }
        storage.rename(A, A + suffix);
        storage.forceNames();
        storage.rename(B, B + suffix);
        storage.forceNames();
    }

    /** A message about the segments that are kept aside, if there are any. */
    Optional<String> notice(NodeId node) throws IOException {
        TreeSet<String> nodes = new TreeSet<>();
        for (String name : storage.list()) {
            if (name.startsWith(A + OF)) {
                nodes.add(name.substring((A + OF).length()));
            }
        }
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(MESSAGES.logCopied(storage.place(), String.join(", ", nodes), node));
    }
}
