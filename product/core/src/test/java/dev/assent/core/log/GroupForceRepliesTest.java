package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reply that fails, also when asked for a thread, disturbs neither the other replies nor the log. */
@Fast
class GroupForceRepliesTest {
    private final Disk disk = new Disk();
    private final GroupForce log = new GroupForce(new Object(), disk);
    private final List<String> told = new ArrayList<>();

    /** Runs something during a force. */
    private static final class Disk implements GroupForce.Rounds {
        private long last;
        private long taken;
        private Runnable during = () -> {};

        @Override
        public long take() {
            taken = last;
            return taken;
        }

        @Override
        public void write() {
            Runnable once = during;
            during = () -> {};
            once.run();
        }

        @Override
        public long last() {
            return last;
        }

        @Override
        public boolean isPending() {
            return taken < last;
        }
    }

    private void follow(String name, Error thrown) {
        disk.last++;
        Durability now = log.force(disk.last, answer -> {
            if (thrown != null) {
                throw thrown;
            }
            told.add(name + " " + answer);
        });
        assertThat(now).isEqualTo(Durability.PENDING);
    }

    @Test
    void force_aReplyThrowsAnError_theOthersAreAnsweredAndTheErrorGoesOn() {
        disk.last = 1;
        InternalError error = new InternalError("of a test");
        disk.during = () -> {
            follow("first", error);
            follow("second", null);
        };
        assertThatThrownBy(() -> log.force(1, answer -> {})).isSameAs(error);
        assertThat(told).containsExactly("second DURABLE");
        disk.last++;
        assertThat(log.force(disk.last, answer -> {}))
                .as("somebody can lead again")
                .isEqualTo(Durability.DURABLE);
    }

    @Test
    void force_whoIsAskedForAThreadThrows_hasNone() {
        disk.last = 1;
        disk.during = () -> {
            disk.last++;
            log.force(disk.last, new ForceReply() {
                @Override
                public void done(Durability durability) {
                    told.add("follower " + durability);
                }

                @Override
                public boolean lend(Runnable work) {
                    throw new InternalError("of a test");
                }
            });
        };
        assertThat(log.force(1, answer -> {})).isEqualTo(Durability.DURABLE);
        assertThat(told).containsExactly("follower DURABLE");
    }

    @Test
    void force_theRoundEndsByAnError_allHearItAndNobodyWaits() {
        disk.last = 1;
        disk.during = () -> {
            follow("follower", null);
            throw new InternalError("of a test");
        };
        assertThatThrownBy(() -> log.force(1, answer -> {})).isInstanceOf(InternalError.class);
        assertThat(told).containsExactly("follower FENCED");
        assertThat(log.failure()).isInstanceOf(InternalError.class);
        assertThat(log.force(1, answer -> {})).isEqualTo(Durability.FENCED);
    }
}
