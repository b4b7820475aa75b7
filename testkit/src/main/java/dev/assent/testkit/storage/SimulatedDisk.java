package dev.assent.testkit.storage;

import dev.assent.core.log.LogFolderHeldException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A folder that survives the process and, as far as it was forced, a loss of power. It is used through
 * {@link #mount}.
 *
 * <p>On a loss of power, each unforced write of a 512-byte sector is kept or not, and each unforced
 * creation, rename and deletion happened or not; only those that touch the same name keep their order.
 *
 * <p>Deterministic: all chances are drawn from the random generators that are passed in. Not thread-safe
 * but for the storages that it mounts.
 */
public final class SimulatedDisk {
    /** A change of names; {@code from} is null for a creation, {@code to} for a deletion. */
    private record Change(
            @Nullable String from,
            @Nullable String to,
            @Nullable SimulatedFile created) {
        boolean touches(Set<String> names) {
            return names.contains(from) || names.contains(to);
        }

        void apply(Map<String, SimulatedFile> names) {
            SimulatedFile file = from == null ? created : names.remove(from);
            if (to != null && file != null) {
                names.put(to, file);
            }
        }
    }

    private final String fingerprint;
    private final Map<String, SimulatedFile> seen = new TreeMap<>();
    private final Map<String, SimulatedFile> durable = new HashMap<>();
    private final List<Change> unforced = new ArrayList<>();
    private long capacityBytes = Long.MAX_VALUE;
    private boolean isMounted;

    /** An empty disk of a machine and folder of its own. */
    public SimulatedDisk() {
        this("machine 1, device 1, inode 1");
    }

    /** An empty disk with this fingerprint. */
    public SimulatedDisk(String fingerprint) {
        this.fingerprint = fingerprint;
    }

    /** Lets no more than so many bytes of files be made. */
    public void limit(long newCapacityBytes) {
        capacityBytes = newCapacityBytes;
    }

    /**
     * A process takes the folder, as the one process that does.
     *
     * @param random decides what a crash or a failure keeps
     * @throws LogFolderHeldException when another process has it (law 3)
     */
    public SimulatedStorage mount(RandomGenerator random) {
        if (isMounted) {
            throw new LogFolderHeldException("the simulated disk is in use by another process", "another");
        }
        isMounted = true;
        return new SimulatedStorage(this, random);
    }

    /** Another disk of the same content, forced or not, as a snapshot of the whole machine gives it. */
    public SimulatedDisk snapshot() {
        return copy(fingerprint);
    }

    /** Another disk of the same content at another place, as a copy of the folder gives it. */
    public SimulatedDisk copy(String newFingerprint) {
        SimulatedDisk copy = new SimulatedDisk(newFingerprint);
        Map<SimulatedFile, SimulatedFile> files = new HashMap<>();
        seen.forEach((name, file) -> copy.seen.put(name, files.computeIfAbsent(file, SimulatedFile::copy)));
        durable.forEach((name, file) -> copy.durable.put(name, files.computeIfAbsent(file, SimulatedFile::copy)));
        for (Change change : unforced) {
            SimulatedFile created = change.created();
            copy.unforced.add(new Change(
                    change.from(),
                    change.to(),
                    created == null ? null : files.computeIfAbsent(created, SimulatedFile::copy)));
        }
        return copy;
    }

    /** The names of all files. */
    public List<String> names() {
        return List.copyOf(seen.keySet());
    }

    /** The content of a file, as a reader sees it now. */
    public byte[] content(String name) {
        try {
            return file(name).content();
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * The forced content of a file whose name is forced too: every loss of power leaves it. A read-only view in sectors
     * of 512 bytes; empty if the file does not exist.
     */
    public List<byte[]> forcedSectors(String name) {
        SimulatedFile file = durable.get(name);
        return file == null ? List.of() : file.durableSectors();
    }

    /** Puts a forced file of this content there, as an operator or a broken disk does. */
    public void put(String name, byte[] content) {
        SimulatedFile file = SimulatedFile.of(content);
        seen.put(name, file);
        durable.put(name, file);
    }

    /** Takes a file away, as an operator does. */
    public void remove(String name) {
        seen.remove(name);
        durable.remove(name);
    }

    /** A loss of power, whether a process has the folder or not. */
    public void losePower(RandomGenerator random) {
        Set<String> stale = new HashSet<>();
        for (Change change : unforced) {
            if (change.touches(stale) || random.nextBoolean()) {
                addNames(change, stale);
            } else {
                change.apply(durable);
            }
        }
        unforced.clear();
        seen.clear();
        seen.putAll(durable);
        seen.values().forEach(file -> file.losePower(random));
    }

    private static void addNames(Change change, Set<String> names) {
        if (change.from() != null) {
            names.add(change.from());
        }
        if (change.to() != null) {
            names.add(change.to());
        }
    }

    String fingerprint() {
        return fingerprint;
    }

    void unmount() {
        isMounted = false;
    }

    SimulatedFile file(String name) throws NoSuchFileException {
        SimulatedFile file = seen.get(name);
        if (file == null) {
            throw new NoSuchFileException(name);
        }
        return file;
    }

    SimulatedFile create(String name, long size) throws IOException {
        long used = seen.values().stream().mapToLong(SimulatedFile::size).sum();
        if (size > capacityBytes - used) {
            change(new Change(null, name, new SimulatedFile(Math.max(0, capacityBytes - used))));
            throw new IOException("No space left on device");
        }
        SimulatedFile file = new SimulatedFile(size);
        change(new Change(null, name, file));
        return file;
    }

    void rename(String from, String to) throws NoSuchFileException {
        file(from);
        change(new Change(from, to, null));
    }

    void delete(String name) throws NoSuchFileException {
        file(name);
        change(new Change(name, null, null));
    }

    private void change(Change change) {
        change.apply(seen);
        unforced.add(change);
    }

    void forceNames() {
        unforced.clear();
        durable.clear();
        durable.putAll(seen);
    }
}
