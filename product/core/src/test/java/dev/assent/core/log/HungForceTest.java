package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Full;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A disk does not answer while the log is closed. That waits ten seconds. */
@Full
class HungForceTest {
    /** One round is pending, and hangs. */
    private static final class Disk implements GroupForce.Rounds {
        final CountDownLatch hangs = new CountDownLatch(1);
        final CountDownLatch thaw = new CountDownLatch(1);

        @Override
        public long take() {
            return 1;
        }

        @Override
        public void write() {
            hangs.countDown();
            boolean isInterrupted = false;
            while (thaw.getCount() > 0) {
                try {
                    thaw.await();
                } catch (InterruptedException again) {
                    isInterrupted = true;
                }
            }
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public long last() {
            return 1;
        }

        @Override
        public boolean isPending() {
            return thaw.getCount() > 0;
        }
    }

    @Test
    void close_aForceHangs_saysThatTheFilesAreInUse() throws Exception {
        Disk disk = new Disk();
        GroupForce log = new GroupForce(new Object(), disk);
        Thread committing = new Thread(() -> log.force(1, later -> {}));
        committing.start();
        disk.hangs.await();

        assertThat(log.close()).isFalse();

        disk.thaw.countDown();
        committing.join();
        assertThat(log.close()).isTrue();
    }
}
