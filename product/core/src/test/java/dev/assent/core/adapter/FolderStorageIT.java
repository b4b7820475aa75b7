package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.LogUnavailableException;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.Durability;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.log.RecordKind;
import dev.assent.core.log.ReplayedRecord;
import dev.assent.core.log.Storage.StoredFile;
import dev.assent.harness.Fast;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A log's folder on a real file system. */
@Fast
class FolderStorageIT {
    @TempDir
    Path parent;

    private Path folder() {
        return parent.resolve("log");
    }

    private static FileDecisionLog open(Path folder) {
        LogOptions options = new LogOptions(LogOptions.SEGMENT_BYTES_MIN);
        return FileDecisionLog.open(FolderStorage.open(folder), options, () -> new NodeId(1, 2));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void theFolderAndItsFilesAreTheirOwnersOnly() throws IOException {
        open(folder()).close();
        assertThat(permissions(folder())).isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(folder())) {
            assertThat(files)
                    .hasSize(3)
                    .allSatisfy(file -> assertThat(permissions(file)).isEqualTo("rw-------"));
        }
    }

    @Test
    void whatRootMakesInAFolderIsTheFoldersOwners() throws Exception {
        assumeTrue(Nobody.canRun());
        Files.setAttribute(parent, "unix:uid", Nobody.UID);
        Files.setAttribute(parent, "unix:gid", Nobody.UID);

        open(folder()).close();
        new FolderAudit(folder()).add("root asks: resolve");

        try (Stream<Path> made = Files.walk(folder())) {
            assertThat(made.toList())
                    .as("folder, lock, two segments, audit")
                    .hasSize(5)
                    .allSatisfy(each -> assertThat(Files.getAttribute(each, "unix:uid"))
                            .as("%s", each)
                            .isEqualTo(Nobody.UID));
        }
        try (ChildJvm node = ChildJvm.start(Nobody.PREFIX, FolderHolder.class, folder().toString(), "1")) {
            assertThat(node.readLine()).as("the service's own user").isEqualTo("held");
            assertThat(node.end()).isZero();
        }
    }

    @Test
    void filesAreFilledWithZerosThatAreReallyWritten() throws Exception {
        open(folder()).close();
        Process stat = new ProcessBuilder(
                        "stat", "-c", "%b", folder().resolve("segment-b").toString())
                .start();
        long blocks = Long.parseLong(stat.inputReader().readLine());
        assertThat(blocks * 512).isGreaterThanOrEqualTo(LogOptions.SEGMENT_BYTES_MIN);
    }

    @Test
    void filesAreReadAndWrittenWhereAskedAndNotBeyondTheirEnd() throws IOException {
        try (FolderStorage storage = FolderStorage.open(folder())) {
            StoredFile file = storage.create("file", 200_000);
            byte[] bytes = new byte[150_000];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (i * 31);
            }
            ByteBuffer from = ByteBuffer.wrap(bytes);
            file.write(1000, from);
            file.force();
            assertThat(from.hasRemaining()).isFalse();
            ByteBuffer into = ByteBuffer.allocate(bytes.length);
            file.read(1000, into);
            assertThat(into.array()).isEqualTo(bytes);
            assertThat(file.size()).isEqualTo(200_000);
            assertThatThrownBy(() -> file.read(199_999, ByteBuffer.allocate(2))).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void namesAreReplacedRenamedAndDeleted() throws IOException {
        try (FolderStorage storage = FolderStorage.open(folder())) {
            storage.create("one", 512).write(0, ByteBuffer.wrap(new byte[] {1}));
            storage.create("one", 1024);
            assertThat(folder().resolve("one")).hasSize(1024);
            storage.create("two", 512);
            storage.rename("one", "two");
            storage.forceNames();
            assertThat(storage.list()).containsExactlyInAnyOrder("two", "lock");
            assertThat(folder().resolve("two")).hasSize(1024);
            storage.delete("two");
            assertThat(storage.list()).containsExactly("lock");
        }
    }

    @Test
    void aFileWhereTheFolderShouldBeIsRefused() throws IOException {
        Files.writeString(folder(), "not a folder");
        refused(folder(), "ASSENT-3002", "it is not a folder");
        refused(folder().resolve("below"), "ASSENT-3002", "is not a folder");
    }

    @Test
    void aFolderWithoutAParentIsRefused() {
        refused(parent.resolve("missing").resolve("log"), "ASSENT-3002", "its parent");
    }

    @Test
    void aFolderThatCannotBeWrittenIsRefused() {
        Path readOnly = Path.of("/proc/self");
        assumeTrue(Files.isDirectory(readOnly));
        refused(readOnly, "ASSENT-3003", "own");
        refused(readOnly.resolve("log"), "ASSENT-3003", "own");
    }

    /** Needs the right to mount: of root, as in a container. */
    @Test
    void onAReadOnlyDiskTheAdviceIsAboutTheDiskAndNotAboutItsOwner() throws Exception {
        Path disk = Files.createDirectory(parent.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", disk.toString()) == 0);
        try {
            assertThatThrownBy(() -> FolderStorage.open(disk.resolve("log")))
                    .isInstanceOf(LogUnavailableException.class)
                    .hasMessageStartingWith("ASSENT-3003")
                    .hasMessageContaining("mount it so that it can be written")
                    .hasMessageNotContaining("own it");
        } finally {
            assertThat(run("umount", disk.toString())).isZero();
        }
    }

    @Test
    void onAFullDiskTheAdviceOfTheAuditIsToFreeSpace() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")));
        Files.createSymbolicLink(parent.resolve(FolderAudit.FILE), Path.of("/dev/full"));
        assertThatThrownBy(() -> new FolderAudit(parent).add("a line"))
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageStartingWith("ASSENT-4023")
                .hasMessageContaining("free some space")
                .hasMessageNotContaining("own it");
    }

    private static int run(String... command) throws Exception {
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor();
        } catch (IOException absent) {
            return -1;
        }
    }

    private static void refused(Path folder, String number, String reason) {
        assertThatThrownBy(() -> FolderStorage.open(folder))
                .isInstanceOf(LogUnavailableException.class)
                .hasMessageStartingWith(number)
                .hasMessageContaining(folder.getFileName().toString())
                .hasMessageContaining(reason);
    }

    @Test
    void aFolderHeldByAnotherProcessIsRefusedWithThatProcess() throws Exception {
        try (ChildJvm holder = holder()) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> FolderStorage.open(folder()))
                        .isInstanceOf(LogUnavailableException.class)
                        .hasMessageStartingWith("ASSENT-3004")
                        .hasMessageContaining(folder().toString())
                        .hasMessageContaining("process " + holder.pid() + ";")
                        .hasMessageContaining("stop that process");
            }
            holder.kill();
        }
        try (FileDecisionLog log = open(folder())) {
            assertThat(log.life().epoch()).isEqualTo(2);
            assertThat(log.life().node()).isEqualTo(new NodeId(3, 4));
            assertThat(ReplayedRecord.of(log)).hasSize(5);
        }
    }

    @Test
    void aFolderHeldByThisProcessIsRefusedAndStaysHeld() throws Exception {
        FolderStorage held = FolderStorage.open(folder());
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> FolderStorage.open(folder().resolve("../log")))
                    .isInstanceOf(LogUnavailableException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid() + ";")
                    .hasMessageContaining("this process itself: close the node that has it")
                    .hasMessageNotContaining("stop that process");
        }
        try (ChildJvm other = ChildJvm.start(List.of(), FolderHolder.class, folder().toString(), "0")) {
            assertThat(other.readLine())
                    .startsWith("ASSENT-3004")
                    .contains("process " + ProcessHandle.current().pid() + ";");
        }
        held.close();
        held.close();
        FolderStorage.open(folder()).close();
    }

    @Test
    void open_theLockFileCantBeWritten_theFolderIsFreeAfterwards() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")));
        Path lock = Files.createDirectory(folder()).resolve("lock");
        Files.createSymbolicLink(lock, Path.of("/dev/full"));
        refused(folder(), "ASSENT-3003", "free some space");
        Files.delete(lock);
        open(folder()).close();
    }

    @Test
    void open_earlierFilesAreClosed_theyAreForgotten() throws Exception {
        try (FolderStorage storage = FolderStorage.open(folder())) {
            storage.create("file", 512).close();
            WeakReference<StoredFile> closed = openedAndClosed(storage);
            storage.open("file");
            Awaitility.await().until(() -> {
                System.gc();
                return closed.get() == null;
            });
        }
    }

    private static WeakReference<StoredFile> openedAndClosed(FolderStorage storage) throws IOException {
        try (StoredFile file = storage.open("file")) {
            return new WeakReference<>(file);
        }
    }

    @Test
    void aFolderWhoseLockFileWasDeletedIsHeldByItsSegments() throws Exception {
        try (FileDecisionLog log = open(folder())) {
            Files.delete(folder().resolve("lock"));
            try (ChildJvm other = ChildJvm.start(List.of(), FolderHolder.class, folder().toString(), "0")) {
                assertThat(other.readLine()).startsWith("ASSENT-3004").contains("'lock' was deleted");
            }
            assertThat(force(log)).isEqualTo(Durability.DURABLE);
        }
        assertThat(lifeAfter()).isEqualTo(2);
    }

    private int lifeAfter() {
        try (FileDecisionLog log = open(folder())) {
            return log.life().epoch();
        }
    }

    private static Durability force(FileDecisionLog log) {
        LocalTransactionId id = new LocalTransactionId(log.life(), 1);
        return log.force(log.append(RecordKind.DECISION, id, out -> out.putString("a decision")), late -> {});
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aForceIntoASegmentThatWasDeletedOrReplacedFailsTheLog(boolean isReplaced) throws Exception {
        try (FileDecisionLog log = open(folder())) {
            assertThat(force(log)).isEqualTo(Durability.DURABLE);
            Path active = folder().resolve("segment-a");
            byte[] content = Files.readAllBytes(active);
            Files.delete(active);
            if (isReplaced) {
                Files.write(active, content);
            }
            assertThat(force(log)).isNotEqualTo(Durability.DURABLE);
            assertThat(log.isAccepting()).isFalse();
            assertThat(log.failure())
                    .hasValueSatisfying(failure -> assertThat(failure).hasMessageContaining("deleted or replaced"));
        }
    }

    /** The data put into a segment while its log runs; the file and its inode stay. */
    private enum Overwriting {
        OLDER_COPY,
        OLDER_COPY_OF_THE_SAME_LIFE,
        /** As far as a copy has come that is still being written. */
        FIRST_SECTOR_OF_AN_OLDER_COPY,
        NOTHING,
        SHORTER;

        byte[] content(byte[] older, byte[] sameLife, byte[] now) {
            return switch (this) {
                case OLDER_COPY -> older;
                case OLDER_COPY_OF_THE_SAME_LIFE -> sameLife;
                case FIRST_SECTOR_OF_AN_OLDER_COPY ->
                    ByteBuffer.wrap(now.clone()).put(older, 0, 512).array();
                case NOTHING -> new byte[0];
                case SHORTER -> Arrays.copyOf(sameLife, sameLife.length / 2);
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Overwriting.class)
    void aForceIntoASegmentThatWasOverwrittenInPlaceFailsTheLog(Overwriting overwriting) throws Exception {
        try (FileDecisionLog log = open(folder())) {
            assertThat(force(log)).isEqualTo(Durability.DURABLE);
        }
        byte[] older = Files.readAllBytes(folder().resolve("segment-b")); // the next life writes there
        try (FileDecisionLog log = open(folder())) {
            Path active = folder().resolve("segment-b");
            byte[] sameLife = Files.readAllBytes(active);
            assertThat(force(log)).isEqualTo(Durability.DURABLE);
            Object inode = Files.getAttribute(active, "unix:ino");
            Files.write(active, overwriting.content(older, sameLife, Files.readAllBytes(active)));
            assertThat(Files.getAttribute(active, "unix:ino")).isEqualTo(inode);

            assertThat(force(log)).isNotEqualTo(Durability.DURABLE);
            assertThat(log.isAccepting()).isFalse();
            assertThat(log.failure())
                    .hasValueSatisfying(failure -> assertThat(failure).hasMessageContaining("overwritten"));
        }
    }

    /** Both segments, as {@code cp} does it; the log under which that was done adds nothing to the copy. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogThatWasOverwrittenInPlaceByAnOlderCopyOpensAsThatCopyInAnotherLife(boolean isRunning) throws Exception {
        NodeId[] random = {new NodeId(1, 2), new NodeId(1, 3), new NodeId(1, 4)};
        int[] drawn = {0};
        Supplier<NodeId> draws = () -> random[drawn[0]++ % random.length];
        LogOptions options = new LogOptions(LogOptions.SEGMENT_BYTES_MIN);
        try (FileDecisionLog log = FileDecisionLog.open(FolderStorage.open(folder()), options, draws)) {
            assertThat(force(log)).isEqualTo(Durability.DURABLE);
        }
        Map<Path, byte[]> copy = new LinkedHashMap<>();
        for (String each : List.of("segment-a", "segment-b")) {
            copy.put(folder().resolve(each), Files.readAllBytes(folder().resolve(each)));
        }
        NodeEpoch lost;
        FileDecisionLog log = FileDecisionLog.open(FolderStorage.open(folder()), options, draws);
        try {
            lost = log.life();
            assertThat(force(log)).isEqualTo(Durability.DURABLE);
            if (!isRunning) {
                log.close();
            }
            for (Map.Entry<Path, byte[]> each : copy.entrySet()) {
                Files.write(each.getKey(), each.getValue());
            }
            if (isRunning) {
                assertThat(force(log)).isNotEqualTo(Durability.DURABLE);
            }
        } finally {
            log.close();
        }
        try (FileDecisionLog again = FileDecisionLog.open(FolderStorage.open(folder()), options, draws)) {
            assertThat(again.life().epoch()).isEqualTo(lost.epoch());
            assertThat(again.lives().contains(lost)).as("%s", lost).isFalse();
            assertThat(ReplayedRecord.of(again)).hasSize(1);
        }
    }

    private ChildJvm holder() throws IOException {
        ChildJvm child = ChildJvm.start(List.of(), FolderHolder.class, folder().toString(), "5");
        assertThat(child.readLine()).isEqualTo("held");
        return child;
    }

    @Test
    void aCopiedFolderGetsANodeOfItsOwnAndKeepsTheOldSegmentsAside() throws Exception {
        try (FileDecisionLog log = open(folder())) {
            assertThat(log.opening().notice()).isEmpty();
        }
        Path copy = parent.resolve("copy");
        assertThat(new ProcessBuilder("cp", "-r", folder().toString(), copy.toString())
                        .start()
                        .waitFor())
                .isZero();
        NodeId other = new NodeId(8, 9);
        for (int epoch = 1; epoch <= 2; epoch++) {
            LogOptions options = new LogOptions(LogOptions.SEGMENT_BYTES_MIN);
            try (FileDecisionLog log = FileDecisionLog.open(FolderStorage.open(copy), options, () -> other)) {
                assertThat(log.life().node()).isEqualTo(other);
                assertThat(log.life().epoch()).isEqualTo(epoch);
                assertThat(log.opening().notice())
                        .hasValueSatisfying(notice -> assertThat(notice)
                                .startsWith("ASSENT-3020")
                                .contains(new NodeId(1, 2).toString(), other.toString(), copy.toString()));
            }
        }
        String suffix = ".of-" + new NodeId(1, 2);
        for (String segment : List.of("segment-a", "segment-b")) {
            assertThat(copy.resolve(segment + suffix)).hasSameBinaryContentAs(folder().resolve(segment));
        }
        try (FileDecisionLog log = open(folder())) {
            assertThat(log.life().epoch()).isEqualTo(2);
        }
    }

    @Test
    void eachLoneCommitIsOneWriteAndOneForceAsTheSystemCountsThem() throws Exception {
        assumeTrue(isInstalled("strace"));
        long[] none = traced(0);
        long[] some = traced(50);
        assertThat(some[0] - none[0]).as("fdatasync").isEqualTo(50);
        assertThat(some[1] - none[1]).as("fsync").isZero();
        assertThat(some[2] - none[2]).as("pwrite64").isEqualTo(50);
    }

    private static boolean isInstalled(String tool) {
        return Pattern.compile(":")
                .splitAsStream(System.getenv("PATH"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }

    /** Counts the calls of a process that opens a new log and commits so many transactions. */
    private long[] traced(int commits) throws Exception {
        Path trace = parent.resolve("trace-" + commits);
        List<String> prefix = List.of("strace", "-f", "-e", "trace=fdatasync,fsync,pwrite64", "-o", trace.toString());
        Path folder = parent.resolve("log-" + commits);
        try (ChildJvm child = ChildJvm.start(prefix, FolderHolder.class, folder.toString(), "" + commits)) {
            assertThat(child.readLine()).isEqualTo("held");
            assertThat(child.end()).isZero();
        }
        List<String> calls = Files.readAllLines(trace);
        return new long[] {count(calls, "fdatasync("), count(calls, " fsync("), count(calls, "pwrite64(")};
    }

    private static long count(List<String> calls, String name) {
        return calls.stream().filter(call -> call.contains(name)).count();
    }
}
