package dev.assent.core.log;

import dev.assent.NodeId;
import dev.assent.core.fixture.storage.SimulatedDisk;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** A log on a disk, whose bytes are changed behind its back. The offsets are those of the log's format. */
final class DamagedLog {
    static final int SECTOR = 512;
    static final int SECTORS = LogOptions.SEGMENT_BYTES_MIN / SECTOR;
    static final int PAYLOAD_AT = 28;
    static final int VERSION_AT = PAYLOAD_AT + 8;
    static final int NODE_AT = PAYLOAD_AT + 16;
    static final int EPOCH_AT = PAYLOAD_AT + 32;
    static final int MARK_AT = PAYLOAD_AT + 36;
    static final int FINGERPRINT_AT = PAYLOAD_AT + 40;

    /** Where the record of lives, in the second sector, has the last epoch. */
    static final int LIVES_EPOCH_AT = PAYLOAD_AT + 30;

    private final SimulatedDisk disk;

    DamagedLog(SimulatedDisk disk) {
        this.disk = disk;
    }

    /** A log that has been opened twice, so that both segments are used: segment-b is the active one. */
    static DamagedLog withRecords(int records) {
        DamagedLog log = new DamagedLog(new SimulatedDisk());
        log.open().close();
        try (DecisionLog opened = log.open()) {
            for (int i = 1; i <= records; i++) {
                DecisionLogContract.decide(opened, i);
            }
        }
        return log;
    }

    SimulatedDisk disk() {
        return disk;
    }

    /** The same log once more, to be changed in another way. */
    DamagedLog copy() {
        return new DamagedLog(disk.snapshot());
    }

    FileDecisionLog open() {
        LogOptions options = new LogOptions(LogOptions.SEGMENT_BYTES_MIN);
        return FileDecisionLog.open(disk.mount(new SplittableRandom(1)), options, () -> new NodeId(1, 2));
    }

    /** Appends and forces a record of so many bytes; returns its text. */
    String append(int bytes) {
        try (DecisionLog opened = open()) {
            String text = "x".repeat(bytes);
            opened.append(RecordKind.DECISION, DecisionLogContract.id(opened, 1000), DecisionLogContract.body(text));
            return text;
        }
    }

    /** Changes the bytes of a file. */
    DamagedLog change(String file, Consumer<ByteBuffer> change) {
        byte[] content = disk.content(file);
        change.accept(ByteBuffer.wrap(content));
        disk.put(file, content);
        return this;
    }

    /** Changes the bytes of a sector and makes its checksum right. */
    DamagedLog forge(String file, int sector, Consumer<ByteBuffer> change) {
        return change(file, content -> {
            change.accept(content.slice(sector * SECTOR, SECTOR));
            CRC32C crc = new CRC32C();
            crc.update(content.slice(sector * SECTOR + 4, SECTOR - 4));
            content.putInt(sector * SECTOR, (int) crc.getValue());
        });
    }

    /** Writes zeros. */
    DamagedLog zero(String file, int from, int to) {
        return change(file, content -> {
            for (int i = from; i < to; i++) {
                content.put(i, (byte) 0);
            }
        });
    }

    /** Gives a file another length. */
    DamagedLog resize(String file, int bytes) {
        disk.put(file, Arrays.copyOf(disk.content(file), bytes));
        return this;
    }
}
