package dev.assent.testkit.storage;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The content of a file, twice: as it is seen, and as it would be after a loss of power. Sectors are
 * never changed in place, so that copies are cheap.
 */
final class SimulatedFile {
    static final int SECTOR_BYTES = 512;

    private static final byte[] ZERO = new byte[SECTOR_BYTES];

    /** A sector that was written and not forced. */
    private static final class Write {
        private final int sector;
        private final byte[] bytes;

        Write(int sector, byte[] bytes) {
            this.sector = sector;
            this.bytes = bytes;
        }
    }

    private final long size;
    private final byte[][] seen;
    private final byte[][] durable;
    private List<Write> unforced = new ArrayList<>();

    /** A file of zeros, forced. */
    SimulatedFile(long size) {
        this.size = size;
        this.seen = new byte[(int) ((size + SECTOR_BYTES - 1) / SECTOR_BYTES)][];
        Arrays.fill(seen, ZERO);
        this.durable = seen.clone();
    }

    private SimulatedFile(long size, byte[][] seen, byte[][] durable) {
        this.size = size;
        this.seen = seen;
        this.durable = durable;
    }

    /** A forced file of this content. */
    static SimulatedFile of(byte[] content) {
        SimulatedFile file = new SimulatedFile(content.length);
        file.write(0, ByteBuffer.wrap(content));
        file.force();
        return file;
    }

    /** Another file of the same content and the same unforced writes. */
    SimulatedFile copy() {
        SimulatedFile copy = new SimulatedFile(size, seen.clone(), durable.clone());
        copy.unforced = new ArrayList<>(unforced);
        return copy;
    }

    long size() {
        return size;
    }

    byte[] content() {
        byte[] content = new byte[(int) size];
        for (int i = 0; i < seen.length; i++) {
            int at = i * SECTOR_BYTES;
            System.arraycopy(seen[i], 0, content, at, Math.min(SECTOR_BYTES, content.length - at));
        }
        return content;
    }

    List<byte[]> durableSectors() {
        return Collections.unmodifiableList(Arrays.asList(durable));
    }

    void read(long offset, ByteBuffer into) throws EOFException {
        if (offset + into.remaining() > size) {
            throw new EOFException("the file ends at byte " + size);
        }
        long at = offset;
        while (into.hasRemaining()) {
            int within = (int) (at % SECTOR_BYTES);
            int length = Math.min(SECTOR_BYTES - within, into.remaining());
            into.put(seen[(int) (at / SECTOR_BYTES)], within, length);
            at += length;
        }
    }

    void write(long offset, ByteBuffer from) {
        if (offset + from.remaining() > size) {
            throw new IllegalArgumentException("a write beyond the end of the file, at byte " + size);
        }
        long at = offset;
        while (from.hasRemaining()) {
            int sector = (int) (at / SECTOR_BYTES);
            int within = (int) (at % SECTOR_BYTES);
            int length = Math.min(SECTOR_BYTES - within, from.remaining());
            byte[] bytes = seen[sector].clone();
            from.get(bytes, within, length);
            seen[sector] = bytes;
            unforced.add(new Write(sector, bytes));
            at += length;
        }
    }

    void force() {
        for (Write write : unforced) {
            durable[write.sector] = write.bytes;
        }
        unforced.clear();
    }

    /** A force that fails: some writes reach the disk, and a later force will not try the others again. */
    void failForce(RandomGenerator random) {
        keepSome(random);
    }

    /** A loss of power: of the unforced writes any subset is kept; the rest was never there. */
    void losePower(RandomGenerator random) {
        keepSome(random);
        System.arraycopy(durable, 0, seen, 0, seen.length);
    }

    private void keepSome(RandomGenerator random) {
        for (Write write : unforced) {
            if (random.nextBoolean()) {
                durable[write.sector] = write.bytes;
            }
        }
        unforced.clear();
    }
}
