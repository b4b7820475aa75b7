package dev.assent.core.adapter;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.Setting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * A node whose process opens all files it may from one line of its input to the next, waits until the
 * node has warned of that, and at the next line tells how often.
 */
final class CrowdedNode {
    private CrowdedNode() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        AtomicInteger warnings = new AtomicInteger();
        CountDownLatch warned = new CountDownLatch(1);
        new SystemLoggerNotices() // the first line opens the files that logging needs, and loads its classes
                .warning(MESSAGES.adminNotAccepting(Path.of("nowhere"), new IOException("a rehearsal")));
        Logger.getLogger("").addHandler(counting(warnings, warned));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Path folder = Path.of(arguments[0]);
        try (Assent assent = Assent.builder().with(Setting.LOG_FOLDER, folder).open()) {
            System.out.println("open");
            input.readLine();
            List<InputStream> open = new ArrayList<>();
            fill(open);
            System.out.println("full");
            while (!input.ready()) { // opens again as soon as a descriptor is free
                fill(open);
                Thread.sleep(2);
            }
            input.readLine();
            for (InputStream each : open) {
                each.close();
            }
            warned.await(); // a warning needs a file as well
            System.out.println("warned");
            input.readLine();
            System.out.println("warnings: " + warnings);
            input.readLine();
        }
    }

    private static void fill(List<InputStream> open) {
        try {
            while (true) {
                open.add(Files.newInputStream(Path.of("/dev/null")));
            }
        } catch (IOException full) {
            // as many as there can be
        }
    }

    private static Handler counting(AtomicInteger warnings, CountDownLatch warned) {
        return new Handler() {
            @Override
            public void publish(LogRecord notice) {
                if (notice.getMessage().contains("ASSENT-4044")) {
                    warnings.incrementAndGet();
                    warned.countDown();
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
