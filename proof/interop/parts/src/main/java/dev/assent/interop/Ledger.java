package dev.assent.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A resource that is a folder: entries of numbers, written in XA branches. A prepared branch is a file, forced to disk;
 * a committed one is the same file under another name, so that commit is one rename, and nothing is in between. A
 * reader of the folder sees what survives the death of any process.
 *
 * <p>Thread safety: all methods may be called by any thread, and the folder may be used by several processes; a branch is
 * driven by one thread at a time.
 */
public final class Ledger {
    private static final String PREPARED = ".prepared";
    private static final String COMMITTED = ".committed";
    private static final String ROLLED_BACK = ".rolled-back";
    private static final HexFormat HEX = HexFormat.of();

    private final Path folder;
    private final Consumer<HoldPoint> held;
    private final Map<String, Branch> active = new ConcurrentHashMap<>();
    private final AtomicInteger prepares = new AtomicInteger();
    private final AtomicBoolean isTold = new AtomicBoolean();
    private volatile @Nullable HoldPoint holdAt;

    /**
     * The ledger in a folder, which is made when it is not there.
     *
     * @param held hears of the point before the ledger holds the first thread
     */
    public Ledger(Path folder, Consumer<HoldPoint> held) {
        this.folder = folder;
        this.held = held;
        try {
            Files.createDirectories(folder);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * From now on each thread that comes to this point stays there until it is released, or the process is killed. The
     * ledger reports only the first thread: a second report of the same hold would look like the report of the next
     * one.
     */
    public void holdAt(HoldPoint point) {
        prepares.set(0);
        isTold.set(false);
        holdAt = point;
    }

    /** A branch that is not prepared. */
    private static final class Branch {
        final List<String> lines = new ArrayList<>();
        boolean isRefused;
    }

    /** Lets the held threads go on; it holds none any more. */
    public synchronized void release() {
        holdAt = null;
        notifyAll();
    }

    // ---- its content

    /** The entries of all committed branches. */
    public static Set<Integer> committed(Path folder) {
        return entries(folder, COMMITTED);
    }

    /** The entries of all branches that rolled back, or refused to prepare. */
    public static Set<Integer> rolledBack(Path folder) {
        return entries(folder, ROLLED_BACK);
    }

    /** The entries of all branches that are prepared and not ended. */
    public static Set<Integer> prepared(Path folder) {
        return entries(folder, PREPARED);
    }

    private static Set<Integer> entries(Path folder, String suffix) {
        Set<Integer> all = new TreeSet<>();
        for (Path each : files(folder, suffix)) {
            lines(each).forEach(line -> all.add(Integer.valueOf(line)));
        }
        return all;
    }

    private static List<Path> files(Path folder, String suffix) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> each.toString().endsWith(suffix)).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** None of a branch that has ended meanwhile, and is another file. */
    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException renamed) {
            return List.of();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    // ---- branches

    private static String name(Xid xid) {
        return Integer.toHexString(xid.getFormatId()) + "-" + HEX.formatHex(xid.getGlobalTransactionId()) + "-"
                + HEX.formatHex(xid.getBranchQualifier());
    }

    private Path file(String name, String suffix) {
        return folder.resolve(name + suffix);
    }

    void start(Xid xid) {
        active.computeIfAbsent(name(xid), fresh -> new Branch());
    }

    void write(Xid xid, int entry) {
        Objects.requireNonNull(active.get(name(xid))).lines.add(Integer.toString(entry));
    }

    void refuse(Xid xid) {
        Objects.requireNonNull(active.get(name(xid))).isRefused = true;
    }

    /** Whether there is something to commit. */
    boolean prepare(Xid xid) throws XAException {
        boolean isWritten = store(name(xid));
        if (prepares.incrementAndGet() == 2) {
            hold(HoldPoint.SECOND_PREPARED);
        }
        return isWritten;
    }

    private boolean store(String name) throws XAException {
        Branch branch = active.remove(name);
        if (branch == null) {
            throw new XAException(XAException.XAER_NOTA);
        }
        if (branch.isRefused) {
            store(branch, file(name, ROLLED_BACK));
            throw new XAException(XAException.XA_RBINTEGRITY);
        }
        if (!branch.lines.isEmpty()) {
            store(branch, file(name, PREPARED));
        }
        return !branch.lines.isEmpty();
    }

    private void store(Branch branch, Path as) {
        Path written = folder.resolve(as.getFileName() + ".written");
        try (FileChannel channel = FileChannel.open(
                written, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(StandardCharsets.US_ASCII.encode(String.join("\n", branch.lines) + "\n"));
            channel.force(true);
            Files.move(written, as, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void commitOnePhase(Xid xid) throws XAException {
        if (store(name(xid))) {
            end(xid, COMMITTED);
        }
    }

    void commit(Xid xid) throws XAException {
        hold(HoldPoint.TOLD_TO_COMMIT);
        end(xid, COMMITTED);
    }

    void rollback(Xid xid) throws XAException {
        Branch branch = active.remove(name(xid));
        if (branch == null) {
            end(xid, ROLLED_BACK);
        } else if (!branch.lines.isEmpty()) {
            store(branch, file(name(xid), ROLLED_BACK));
        }
    }

    private void end(Xid xid, String suffix) throws XAException {
        String name = name(xid);
        try {
            Files.move(file(name, PREPARED), file(name, suffix), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException gone) {
            throw new XAException(XAException.XAER_NOTA);
        }
    }

    /** The branches that are prepared and not ended. */
    public Xid[] prepared() {
        return files(folder, PREPARED).stream()
                .map(each -> xid(each.getFileName().toString().replace(PREPARED, "")))
                .toArray(Xid[]::new);
    }

    private static Xid xid(String name) {
        String[] parts = name.split("-", -1);
        return new LedgerXid(Integer.parseUnsignedInt(parts[0], 16), HEX.parseHex(parts[1]), HEX.parseHex(parts[2]));
    }

    private void hold(HoldPoint point) {
        if (holdAt == point) {
            if (isTold.compareAndSet(false, true)) {
                held.accept(point);
            }
            synchronized (this) {
                while (holdAt == point) {
                    try {
                        wait();
                    } catch (InterruptedException nothingElseToDo) {
                        // it stays
                    }
                }
            }
        }
    }

    /** An Xid as the folder has it. */
    private record LedgerXid(int format, byte[] global, byte[] qualifier) implements Xid {
        @Override
        public int getFormatId() {
            return format;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return global.clone();
        }

        @Override
        public byte[] getBranchQualifier() {
            return qualifier.clone();
        }
    }
}
