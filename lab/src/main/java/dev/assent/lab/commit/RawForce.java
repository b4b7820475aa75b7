package dev.assent.lab.commit;

import dev.assent.lab.TemporaryFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The physical limit: write one sector of a file that was filled with zeros, and fdatasync, one thread,
 * round and round over as many bytes as a segment of the decision log has. The bytes are random, as some virtual disks
 * take longer to write zeros than to write a record of the log.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // by the method with @Setup
public class RawForce {
    private static final int FILE_BYTES = 4 << 20;
    private static final int SECTOR_BYTES = 512;

    private final ByteBuffer sector = ByteBuffer.allocateDirect(SECTOR_BYTES);
    private TemporaryFolder folder;
    private FileChannel file;
    private int offset;

    /** A file full of zeros, on disk. */
    @Setup
    public void open() throws IOException {
        byte[] bytes = new byte[SECTOR_BYTES];
        new Random(1).nextBytes(bytes);
        sector.put(bytes);
        folder = Workbench.temporaryFolder();
        file = FileChannel.open(
                folder.path().resolve("probe"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        file.write(ByteBuffer.allocate(FILE_BYTES), 0);
        file.force(true);
    }

    /** Leaves nothing behind. */
    @TearDown
    public void close() throws IOException {
        file.close();
        folder.close();
    }

    /** One forced sector. */
    @Benchmark
    public void force() throws IOException {
        file.write(sector.clear(), offset);
        file.force(false);
        offset = (offset + SECTOR_BYTES) % FILE_BYTES;
    }
}
