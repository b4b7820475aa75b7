package dev.assent.testkit.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.awaitility.Awaitility;

/**
 * The writes of a call to sockets of this process, which has both sides, as the Java runtime counts them.
 *
 * @param messages written for a call: one each way, unless the wire needs others
 * @param bytes written for a call, both ways
 */
public record CallCost(double messages, double bytes) {
    private static final String WRITE = "jdk.SocketWrite";
    private static final int CALLS = 50;
    private static final int WAYS = 2;

    /**
     * Measures 50 calls. Waits until the writer of the last reply has reported it to the runtime, since the caller may
     * read that reply earlier.
     */
    public static CallCost of(Runnable call) throws IOException {
        Path file = Files.createTempFile("sockets", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(WRITE).withThreshold(Duration.ZERO);
            recording.start();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            Awaitility.await().until(() -> written(recording, file).size() >= WAYS * CALLS);
            recording.stop();
            List<RecordedEvent> written = written(recording, file);
            long bytes = written.stream()
                    .mapToLong(each -> each.getLong("bytesWritten"))
                    .sum();
            return new CallCost((double) written.size() / CALLS, (double) bytes / CALLS);
        } finally {
            Files.delete(file);
        }
    }

    private static List<RecordedEvent> written(Recording recording, Path file) {
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(each -> each.getEventType().getName().equals(WRITE))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
