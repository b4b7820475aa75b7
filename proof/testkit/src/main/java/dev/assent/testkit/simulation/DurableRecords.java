package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The records in the forced content of a disk, which any loss of power leaves. A second reader of the log's format,
 * made from its description and not from its code, so that it can judge it. It trusts the disk not to change sectors,
 * and so looks at no checksum.
 *
 * <p>Immutable.
 */
final class DurableRecords {
    private static final int FRAME_BYTES = 28;
    private static final int SUPERIOR_COMMITS = 6;
    private static final int FORGETTING = 11;
    private static final int ADOPTION = 12;
    private static final int ADOPTED = 13;
    private static final int PLACE = 14;
    private static final int LIVES = 15;
    private static final int NODE_BYTES = 16;
    private static final int END = 127;

    /**
     * The last record of a transaction that has no end record.
     *
     * @param kind its kind
     * @param isCommit whether a decision or a heuristic record says commit
     */
    record Found(int kind, boolean isCommit) {}

    private final Map<ByteBuffer, Found> found = new HashMap<>();
    private final Set<Kept> kept = new HashSet<>();

    /** For each adopted node, the lives for which the adoption says that its log is whole. */
    private final Map<ByteBuffer, Set<Life>> adopted = new HashMap<>();

    /** The lives of the node itself. */
    private Set<Life> own = Set.of();

    /** Records from the log of a node whose adoption has not been read yet. They count once the adoption is read. */
    private final List<Wrapped> wrapped = new ArrayList<>();

    private long generation = -1;
    private int epoch;
    private @Nullable ByteBuffer node;

    private DurableRecords() {}

    /** Reads the forced content of the active of two segments. */
    static DurableRecords of(byte[][] a, byte[][] b) {
        DurableRecords newest = new DurableRecords();
        for (byte[][] segment : new byte[][][] {a, b}) {
            DurableRecords records = new DurableRecords();
            if (records.read(segment) && records.generation > newest.generation) {
                newest = records;
            }
        }
        return newest;
    }

    /** The last record of a transaction, by the global part of its identity; null when there is none. */
    @Nullable Found of(ByteBuffer global) {
        return found.get(global);
    }

    /** The last record of a transaction, under whichever of its names; null when there is none. */
    @Nullable Found of(TransactionTruth truth) {
        Found known = of(truth.global);
        for (TransactionId incarnation : truth.incarnations) {
            known = known == null ? of(ByteBuffer.wrap(incarnation.global())) : known;
        }
        return known;
    }

    /** A life of a node. */
    private record Life(int epoch, int mark) {}

    /** A record that is there. */
    private record Kept(int kind, ByteBuffer global) {}

    /** A record of another node's log. */
    private record Wrapped(ByteBuffer from, int kind, ByteBuffer global, ByteBuffer body) {}

    /** Whether there is a record of this kind. */
    boolean has(int kind, ByteBuffer global) {
        return kept.contains(new Kept(kind, global));
    }

    /** Whether a node is adopted, by its 16 bytes. */
    boolean hasAdopted(ByteBuffer other) {
        return has(ADOPTION, other);
    }

    /** Whether the whole log of a life of an adopted node is here, by the 16 bytes of the node. */
    boolean isWholeOf(ByteBuffer other, int epochOfOther, int markOfOther) {
        return adopted.getOrDefault(other, Set.of()).contains(new Life(epochOfOther, markOfOther));
    }

    /** Whether the whole log of some life of an adopted node is here, by the 16 bytes of the node. */
    boolean isWholeOf(ByteBuffer other) {
        return !adopted.getOrDefault(other, Set.of()).isEmpty();
    }

    /** Whether this is the log of that life of the node, too. */
    boolean hasLife(int epochOfIt, int markOfIt) {
        return own.contains(new Life(epochOfIt, markOfIt));
    }

    /** How many transactions have records. */
    int size() {
        return found.size();
    }

    /** The generation of the active segment: each checkpoint begins one. */
    long generation() {
        return generation;
    }

    /** The epoch in the header of the active segment; 0 when there is none. */
    int epoch() {
        return epoch;
    }

    /** The node in the header of the active segment; null when there is none. */
    @Nullable ByteBuffer node() {
        return node;
    }

    /** Reads the newest generation of a segment; false when its first batch is not complete. */
    private boolean read(byte[][] sectors) {
        for (byte[] sector : sectors) {
            generation = Math.max(generation, generation(sector));
        }
        int at = 0;
        while (at < sectors.length && isComplete(sectors, at)) {
            int count = ByteBuffer.wrap(sectors[at]).getInt(24);
            readBatch(Arrays.copyOfRange(sectors, at, at + count), at == 0);
            at += count;
        }
        return at > 0;
    }

    private static long generation(byte[] sector) {
        return ByteBuffer.wrap(sector).getLong(8);
    }

    private boolean isComplete(byte[][] sectors, int at) {
        int count = ByteBuffer.wrap(sectors[at]).getInt(24);
        if (generation <= 0 || generation(sectors[at]) != generation || at + count > sectors.length) {
            return false;
        }
        return Arrays.stream(sectors, at, at + count).allMatch(each -> generation(each) == generation);
    }

    private void readBatch(byte[][] batch, boolean isFirst) {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        for (int i = 0; i < batch.length; i++) {
            byte[] sector = batch[i];
            int used = ByteBuffer.wrap(sector).getShort(4) & 0xFFFF;
            if (isFirst && i == 0) {
                readHeader(ByteBuffer.wrap(sector, FRAME_BYTES, used).slice());
            } else {
                payload.write(sector, FRAME_BYTES, used);
            }
        }
        ByteBuffer in = ByteBuffer.wrap(payload.toByteArray());
        while (in.hasRemaining()) {
            int length = in.getInt();
            ByteBuffer record = in.slice(in.position(), length);
            in.position(in.position() + length);
            readRecord(record);
        }
    }

    private void readHeader(ByteBuffer header) {
        node = header.slice(16, 16);
        epoch = header.getInt(32);
    }

    private void readRecord(ByteBuffer record) {
        int kind = record.getInt();
        record.getInt();
        byte[] global = new byte[record.getShort() & 0xFFFF];
        record.get(global);
        ByteBuffer name = ByteBuffer.wrap(global);
        switch (kind) {
            case END -> {
                found.remove(name);
                kept.removeIf(each -> each.global().equals(name));
                wrapped.removeIf(each -> each.global().equals(name));
            }
            case ADOPTION -> {
                kept.add(new Kept(kind, name));
                ByteBuffer other = node(record);
                adopted.put(other, lives(record));
                unwrap(other);
            }
            case ADOPTED -> {
                kept.add(new Kept(kind, name));
                wrapped.add(new Wrapped(node(record), record.getInt(), name, record.slice()));
            }
            case PLACE -> {} // of no transaction
            case LIVES -> own = lives(record);
            default -> keep(kind, name, record);
        }
    }

    private static Set<Life> lives(ByteBuffer record) {
        int last = record.getInt();
        int count = record.getInt();
        Set<Life> lives = new HashSet<>();
        for (int each = last - count + 1; each <= last; each++) {
            lives.add(new Life(each, record.getInt()));
        }
        return lives;
    }

    private static ByteBuffer node(ByteBuffer record) {
        ByteBuffer bytes = record.slice(record.position(), NODE_BYTES);
        record.position(record.position() + NODE_BYTES);
        return bytes;
    }

    private void keep(int kind, ByteBuffer name, ByteBuffer body) {
        kept.add(new Kept(kind, name));
        note(found, kind, name, body);
    }

    private static void note(Map<ByteBuffer, Found> last, int kind, ByteBuffer name, ByteBuffer body) {
        boolean isCommit = body.hasRemaining() && (body.get() & 1) != 0;
        if (kind != SUPERIOR_COMMITS && kind != FORGETTING) {
            last.put(name, new Found(kind, isCommit));
        }
    }

    /**
     * Records from the log of another node count from its adoption on. A checkpoint puts the adoption after the records
     * that this node has written since for the same transaction.
     */
    private void unwrap(ByteBuffer other) {
        Map<ByteBuffer, Found> before = new HashMap<>();
        for (Wrapped each : wrapped) {
            if (each.from().equals(other)) {
                kept.add(new Kept(each.kind(), each.global()));
                note(before, each.kind(), each.global(), each.body());
            }
        }
        wrapped.removeIf(each -> each.from().equals(other));
        before.forEach(found::putIfAbsent);
    }
}
