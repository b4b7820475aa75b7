package dev.assent.testkit.simulation;

import dev.assent.core.fixture.storage.SimulatedDisk;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a log at rest that have changed: one, or all of a sector. No checksum of a sector is right then, so the log must
 * not be opened (law 5), and nothing of it may be changed. The operator has a mirror of the disk, and puts the file back.
 *
 * <p>Not thread-safe.
 */
final class Rot {
    private static final List<String> SEGMENTS = List.of("segment-a", "segment-b");
    private static final int SECTOR_BYTES = 512;

    private final SimulatedDisk disk;
    private final String name;
    private final byte[] sound;
    private final byte[] rotten;
    private final int at;

    private Rot(SimulatedDisk disk, String name, byte[] rotten, int at) {
        this.disk = disk;
        this.name = name;
        this.sound = disk.content(name);
        this.rotten = rotten;
        this.at = at;
    }

    /** Damages a part of a log by chance; null if nothing was damaged, and if there is no log. */
    static @Nullable Rot of(World world, SimulatedDisk disk) {
        boolean hasLog = disk.names().containsAll(SEGMENTS);
        if (!hasLog || !world.mayFail(world.profile().faults().rot())) {
            return null;
        }
        Chance chance = world.chance();
        String name = chance.oneOf(SEGMENTS);
        byte[] bytes = disk.content(name);
        int at = chance.below(chance.even() ? bytes.length : used(bytes));
        byte change = (byte) chance.between(1, 255);
        if (chance.even()) {
            bytes[at] ^= change;
        } else {
            int sector = at - at % SECTOR_BYTES;
            Arrays.fill(bytes, sector, sector + SECTOR_BYTES, change);
        }
        Rot rot = new Rot(disk, name, bytes, at);
        disk.put(name, bytes);
        world.history().line(rot.toString());
        return rot;
    }

    /** How many of the first bytes hold all that was ever written; one sector at least. */
    private static int used(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        return Math.max(SECTOR_BYTES, end);
    }

    /** Whether the node that refused it has changed nothing. */
    boolean isUntouched() {
        return Arrays.equals(disk.content(name), rotten);
    }

    /** The operator puts the file back as it was. */
    void mend() {
        disk.put(name, sound);
    }

    @Override
    public String toString() {
        return "byte " + at + " of " + name + " has rotted";
    }
}
