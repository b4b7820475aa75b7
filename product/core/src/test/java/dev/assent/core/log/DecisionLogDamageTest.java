package dev.assent.core.log;

import static dev.assent.core.log.DamagedLog.SECTOR;
import static dev.assent.core.log.DamagedLog.SECTORS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.LogDamagedException;
import dev.assent.LogUnavailableException;
import dev.assent.NodeId;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log whose bytes have changed since it wrote them (law 5): the table in the page on its format. */
@Sampled
class DecisionLogDamageTest {
    private static final String A = "segment-a";
    private static final String B = "segment-b";
    private static final int RECORDS = 5;

    /** One of so many bytes is flipped; in the fast tier of other bits in every run. */
    private static final int FLIPPED_EACH = !Run.isWhole() ? 11 : 1;

    /** Where the long record's batch begins in segment-a, behind a checkpoint of two sectors. */
    private static final int LONG_RECORD_SECTOR = 2;

    /** The last byte of a sector's generation. */
    private static final int GENERATION_LOW = 15;

    private static final int LONG_RECORD_SECTORS = 3;
    private static final int LONG_RECORD_BYTES = 1200;

    // the numbers of the messages
    private static final int SEGMENT_SIZE = 3101;
    private static final int SEGMENT_MISSING = 3102;
    private static final int SECTOR_DAMAGED = 3103;
    private static final int HEADER_DAMAGED = 3104;
    private static final int VERSION_UNKNOWN = 3105;
    private static final int BATCH_DAMAGED = 3106;
    private static final int SECTOR_MISPLACED = 3107;
    private static final int RECORD_DAMAGED = 3108;
    private static final int SEGMENTS_STRANGE = 3109;
    private static final int GENERATION_TWICE = 3110;
    private static final int CHECKPOINT_MISSING = 3111;
    private static final int SEGMENT_EMPTY = 3112;

    private static void stops(DamagedLog log, int message, Object... parts) {
        SimulatedDisk before = log.disk().snapshot();
        assertThatThrownBy(log::open)
                .isInstanceOf(LogDamagedException.class)
                .hasMessageStartingWith("ASSENT-" + message + " ")
                .hasMessageContaining("simulated disk")
                .satisfies(problem -> {
                    for (Object part : parts) {
                        assertThat(problem).hasMessageContaining(part.toString());
                    }
                });
        assertThat(log.disk().names()).isEqualTo(before.names());
        for (String name : before.names()) {
            assertThat(log.disk().content(name)).isEqualTo(before.content(name));
        }
    }

    private static List<String> replayed(DamagedLog log) {
        try (DecisionLog opened = log.open()) {
            return ReplayedRecord.of(opened).stream().map(ReplayedRecord::body).toList();
        }
    }

    private static List<String> decisions(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "decision " + i).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {A, B})
    void aFlippedBitInAnyByteOfASegmentStopsTheLog(String segment) {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        int first = (int) (Math.abs(Run.seed()) % FLIPPED_EACH);
        for (int at = first; at < LogOptions.SEGMENT_BYTES_MIN; at += FLIPPED_EACH) {
            int place = at;
            int bit = 1 << (at % Byte.SIZE);
            DamagedLog flipped = log.copy().change(segment, bytes -> bytes.put(place, (byte) (bytes.get(place) ^ bit)));
            try {
                flipped.open();
                throw new AssertionError("byte " + at + " of " + segment + " was flipped, and nobody saw it");
            } catch (LogDamagedException e) {
                String where = segment + ", sector " + at / SECTOR + " (byte " + at / SECTOR * SECTOR + ")";
                if (!e.getMessage().contains(where)) {
                    throw new AssertionError("byte " + at, e);
                }
            }
        }
    }

    /** A log with a record that begins in one sector and ends two behind; it is the last one. */
    private static DamagedLog withLongRecord() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        log.append(LONG_RECORD_BYTES);
        return log;
    }

    @Test
    void aFileCutAtAnyByteOfTheLastRecordStopsTheLog() {
        DamagedLog log = withLongRecord();
        int begin = LONG_RECORD_SECTOR * SECTOR;
        for (int at = begin; at < begin + LONG_RECORD_SECTORS * SECTOR; at++) {
            stops(log.copy().resize(A, at), SEGMENT_SIZE, A, at);
        }
    }

    @Test
    void aLastRecordOverwrittenByZerosFromAnyByteOnIsCutAtTheEdgeOfASectorAndElseStopsTheLog() {
        DamagedLog log = withLongRecord();
        assertThat(replayed(log.copy())).hasSize(RECORDS + 1);
        int begin = LONG_RECORD_SECTOR * SECTOR;
        int end = begin + LONG_RECORD_SECTORS * SECTOR;
        int used = begin + 2 * SECTOR + LONG_RECORD_BYTES - 2 * (SECTOR - DamagedLog.PAYLOAD_AT) + 42;
        for (int at = begin; at < Math.min(end, used); at++) {
            DamagedLog cut = log.copy().zero(A, at, end);
            if (at % SECTOR == 0) {
                assertThat(replayed(cut)).isEqualTo(decisions(RECORDS));
            } else {
                stops(cut, SECTOR_DAMAGED, A, "sector " + at / SECTOR);
            }
        }
    }

    @Test
    void aLastBatchIsReadOnlyWhenAllOfItsSectorsWereWritten() {
        DamagedLog log = withLongRecord();
        int all = (1 << LONG_RECORD_SECTORS) - 1;
        for (int written = 0; written <= all; written++) {
            DamagedLog torn = log.copy();
            for (int i = 0; i < LONG_RECORD_SECTORS; i++) {
                if ((written & 1 << i) == 0) {
                    int at = (LONG_RECORD_SECTOR + i) * SECTOR;
                    torn.zero(A, at, at + SECTOR);
                }
            }
            try (FileDecisionLog opened = torn.open()) {
                assertThat(ReplayedRecord.of(opened)).hasSize(written == all ? RECORDS + 1 : RECORDS);
                int cut = written == all ? 0 : Integer.bitCount(written);
                assertThat(opened.opening().sectorsCut()).isEqualTo(cut);
            }
        }
    }

    @Test
    void sectorsOfOlderGenerationsBehindTheTailAreNotReplayed() {
        DamagedLog log = DamagedLog.withRecords(60);
        for (int i = 0; i < 3; i++) {
            try (DecisionLog opened = log.open()) {
                for (int sequence = 1; sequence <= 60; sequence++) {
                    for (ReplayedRecord each : ReplayedRecord.of(opened)) {
                        opened.release(each.id());
                    }
                    DecisionLogContract.decide(opened, sequence);
                    opened.release(DecisionLogContract.id(opened, sequence));
                }
            }
        }
        try (DecisionLog opened = log.open()) {
            DecisionLogContract.decide(opened, 1);
        }
        long used = IntStream.range(0, SECTORS)
                .filter(sector -> log.disk().content(B)[sector * SECTOR + GENERATION_LOW] != 0)
                .count();
        assertThat(used).as("sectors in use, most of them old").isGreaterThan(50);
        assertThat(replayed(log)).containsExactly("decision 1");
    }

    @Test
    void aLastBatchMixedWithSectorsOfOlderGenerationsIsCut() {
        DamagedLog log = DamagedLog.withRecords(20);
        log.open().close();
        byte[] old = log.disk().content(B);
        log.append(LONG_RECORD_BYTES);
        int lost = sectorsOfNewestGeneration(log.disk().content(B)) - 2;
        log.change(B, bytes -> bytes.put(lost * SECTOR, old, lost * SECTOR, SECTOR));
        assertThat(replayed(log)).isEqualTo(decisions(20));
    }

    private static int sectorsOfNewestGeneration(byte[] segment) {
        ByteBuffer bytes = ByteBuffer.wrap(segment);
        int sector = 0;
        while (bytes.getLong(sector * SECTOR + 8) == bytes.getLong(8)) {
            sector++;
        }
        return sector;
    }

    @Test
    void aLostLastSectorCannotBeToldFromATornOneAndIsCut() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        log.zero(B, (RECORDS + 1) * SECTOR, (RECORDS + 2) * SECTOR);
        assertThat(replayed(log)).isEqualTo(decisions(RECORDS - 1));
    }

    @Test
    void aLostSectorBeforeALaterBatchStopsTheLog() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        for (int sector = 0; sector < RECORDS; sector++) {
            DamagedLog lost = log.copy().zero(B, sector * SECTOR, (sector + 1) * SECTOR);
            stops(lost, BATCH_DAMAGED, B, "sector " + sector + " (byte " + sector * SECTOR + ")");
        }
    }

    @Test
    void aLostHeaderOfACheckpointWithoutLaterBatchesIsATornCheckpointAndTheOlderSegmentIsRead() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        log.open().close();
        log.zero(A, 0, SECTOR);
        try (FileDecisionLog opened = log.open()) {
            assertThat(opened.opening().isCheckpointCut()).isTrue();
            assertThat(ReplayedRecord.of(opened)).hasSize(RECORDS);
        }
    }

    @Test
    void aSectorInAnotherPlaceStopsTheLog() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        byte[] bytes = log.disk().content(B);
        DamagedLog twice = log.copy().change(B, to -> to.put((RECORDS + 1) * SECTOR, bytes, SECTOR, SECTOR));
        stops(twice, SECTOR_MISPLACED, B, "sector " + (RECORDS + 1));
        DamagedLog over = log.copy().change(B, to -> to.put(2 * SECTOR, bytes, SECTOR, SECTOR));
        stops(over, SECTOR_MISPLACED, B, "sector 2");
        DamagedLog other = log.copy().change(B, to -> to.put(SECTOR, log.disk().content(A), 0, SECTOR));
        stops(other, BATCH_DAMAGED, B, "sector 1");
    }

    @Test
    void recordsThatMakeNoSenseBehindARightChecksumStopTheLog() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        for (int length : new int[] {-1, 0, 9, 37, 200, 483, 100_000, Integer.MAX_VALUE}) {
            DamagedLog forged = log.copy().forge(B, 3, sector -> sector.putInt(DamagedLog.PAYLOAD_AT, length));
            stops(forged, RECORD_DAMAGED, B, "sector 3");
        }
        DamagedLog longId = log.copy().forge(B, 3, sector -> sector.putShort(DamagedLog.PAYLOAD_AT + 12, (short) -1));
        stops(longId, RECORD_DAMAGED, B, "sector 3");
    }

    @Test
    void framesThatMakeNoSenseBehindARightChecksumStopTheLog() {
        DamagedLog log = withLongRecord();
        int at = LONG_RECORD_SECTOR;
        DamagedLog tooLong = log.copy().forge(A, at, sector -> sector.putShort(4, (short) 485));
        stops(tooLong, SECTOR_DAMAGED, A, "sector " + at);
        DamagedLog gap = log.copy().forge(A, at, sector -> sector.putShort(4, (short) 483));
        stops(gap, SECTOR_MISPLACED, A, "sector " + at);
        for (int count : new int[] {-1, 0, 2, 4, SECTORS}) {
            DamagedLog forged = log.copy().forge(A, at, sector -> sector.putInt(24, count));
            stops(forged, SECTOR_MISPLACED, A);
        }
        DamagedLog index = log.copy().forge(A, at, sector -> sector.putInt(20, 1));
        stops(index, SECTOR_MISPLACED, A, "sector " + at);
    }

    @Test
    void aVersionThatIsUnknownStopsTheLogWhicheverSegmentHasIt() {
        for (String segment : List.of(A, B)) {
            for (int version : new int[] {0, 1, 3, -1}) {
                DamagedLog forged = DamagedLog.withRecords(RECORDS)
                        .forge(segment, 0, sector -> sector.putInt(DamagedLog.VERSION_AT, version));
                stops(forged, VERSION_UNKNOWN, segment, "format " + version);
            }
        }
    }

    @Test
    void aHeaderThatMakesNoSenseStopsTheLog() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        stops(log.copy().forge(B, 0, sector -> sector.putLong(28, 0)), HEADER_DAMAGED, B);
        stops(log.copy().forge(B, 0, sector -> sector.putInt(DamagedLog.EPOCH_AT, 0)), HEADER_DAMAGED, B);
        stops(
                log.copy().forge(B, 0, sector -> sector.putShort(DamagedLog.FINGERPRINT_AT, (short) -1)),
                HEADER_DAMAGED,
                B);
        stops(log.copy().forge(B, 0, sector -> sector.putShort(4, (short) 20)), HEADER_DAMAGED, B);
        stops(log.copy().forge(B, 0, sector -> sector.putInt(DamagedLog.MARK_AT, 77)), HEADER_DAMAGED, B);
        stops(log.copy().forge(B, 0, sector -> sector.putInt(40, 131072)), SEGMENT_SIZE, B, 131072);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 511, 512, 65_024, 65_535, 65_537, 66_048, 131_072})
    void aSegmentThatIsEmptyOrTooShortOrTooLongStopsTheLog(int bytes) {
        for (String segment : List.of(A, B)) {
            DamagedLog log = DamagedLog.withRecords(RECORDS);
            stops(log.resize(segment, bytes), SEGMENT_SIZE, segment, bytes);
        }
    }

    @Test
    void aSecondSegmentThatWasNeverUsedMustHaveItsSizeToo() {
        DamagedLog log = new DamagedLog(new SimulatedDisk());
        log.open().close();
        stops(log.resize(B, 131_072), SEGMENT_SIZE, B, 131_072);
    }

    @Test
    void aMissingSegmentStopsTheLog() {
        for (String segment : List.of(A, B)) {
            DamagedLog log = DamagedLog.withRecords(RECORDS);
            log.disk().remove(segment);
            stops(log, SEGMENT_MISSING, segment + " is missing");
        }
    }

    @Test
    void aMissingSegmentOfALogOpenedOnlyOnceStopsItToo() {
        for (String segment : List.of(A, B)) {
            DamagedLog log = new DamagedLog(new SimulatedDisk());
            log.open().close();
            log.disk().remove(segment);
            stops(log, SEGMENT_MISSING, segment + " is missing");
        }
    }

    @Test
    void segmentsOfTwoNodesStopTheLog() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        log.forge(A, 0, sector -> sector.putLong(DamagedLog.NODE_AT, 99));
        stops(log, SEGMENTS_STRANGE, B);
    }

    @Test
    void theSameSegmentTwiceStopsTheLog() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        log.disk().put(A, log.disk().content(B));
        stops(log, GENERATION_TWICE);
    }

    @Test
    void segmentsOfNothingButZerosStopTheLog() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        log.zero(A, 0, LogOptions.SEGMENT_BYTES_MIN).zero(B, 0, LogOptions.SEGMENT_BYTES_MIN);
        stops(log, CHECKPOINT_MISSING, A, B);
    }

    @Test
    void anEmptySegmentBesideALaterGenerationStopsTheLog() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        stops(log.copy().zero(A, 0, LogOptions.SEGMENT_BYTES_MIN), SEGMENT_EMPTY, A, B + " has generation 2");
        log.open().close();
        stops(log.zero(B, 0, LogOptions.SEGMENT_BYTES_MIN), SEGMENT_EMPTY, B, A + " has generation 3");
    }

    /** A copy of a folder in which a log was being made, and a crash came between its two names, is laid over it. */
    @Test
    void anEmptySegmentOfAnUnfinishedLogStopsTheLog() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        log.disk().put(A + ".new", log.disk().content(A));
        assertThat(replayed(log.copy())).as("no segment is replaced").hasSize(RECORDS);
        stops(log.zero(B, 0, LogOptions.SEGMENT_BYTES_MIN), SEGMENT_EMPTY, B, A + ".new");
    }

    @Test
    void aDiskWithoutRoomForANewLogIsToldWithWhatIsNeededAndNothingIsLeft() {
        for (int room : new int[] {0, 1, 65_536, 131_071}) {
            SimulatedDisk disk = new SimulatedDisk();
            disk.limit(room);
            assertThatThrownBy(() -> new DamagedLog(disk).open())
                    .isInstanceOf(LogUnavailableException.class)
                    .hasMessageStartingWith("ASSENT-3005")
                    .hasMessageContaining("131072 bytes")
                    .hasMessageContaining("No space left")
                    .hasMessageContaining("simulated disk");
            assertThat(disk.names()).isEmpty();
        }
        SimulatedDisk disk = new SimulatedDisk();
        disk.limit(131_072);
        DamagedLog log = new DamagedLog(disk);
        log.open().close();
        log.append(LONG_RECORD_BYTES);
        assertThat(replayed(log)).hasSize(1);
    }

    @Test
    void theLastEpochIsFollowedByNone() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        log.forge(B, 0, sector -> sector.putInt(DamagedLog.EPOCH_AT, Integer.MAX_VALUE));
        log.forge(B, 1, sector -> sector.putInt(DamagedLog.LIVES_EPOCH_AT, Integer.MAX_VALUE));
        assertThatThrownBy(log::open)
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageStartingWith("ASSENT-3007");
    }

    @Test
    void aLogKeepsTheSizeItWasMadeWith() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        LogOptions larger = new LogOptions(2 * LogOptions.SEGMENT_BYTES_MIN);
        try (FileDecisionLog opened =
                FileDecisionLog.open(log.disk().mount(new SplittableRandom(1)), larger, () -> new NodeId(5, 5))) {
            assertThat(ReplayedRecord.of(opened)).hasSize(RECORDS);
        }
        assertThat(log.disk().content(A)).hasSize(LogOptions.SEGMENT_BYTES_MIN);
    }

    @Test
    void aCopyBesideSegmentsOfTheSameNodeIsRefused() {
        DamagedLog log = DamagedLog.withRecords(RECORDS);
        SimulatedDisk copy = log.disk().copy("elsewhere");
        new DamagedLog(copy).open().close();
        List<String> aside =
                copy.names().stream().filter(name -> name.contains(".of-")).toList();
        assertThat(aside).hasSize(2);
        SimulatedDisk again = log.disk().copy("elsewhere");
        aside.forEach(name -> again.put(name, copy.content(name)));
        assertThatThrownBy(() -> new DamagedLog(again).open())
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageStartingWith("ASSENT-3021")
                .hasMessageContaining(aside.get(0));
    }
}
