package dev.assent.remote.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** If there are too many, those that were unused for longest go. */
@Fast
class RecentTest {
    @Test
    void whatWasUsedLastIsKept() {
        Recent<String, Integer> recent = new Recent<>(2);
        recent.put("a", 1);
        recent.put("b", 2);
        assertThat(recent.get("a")).isEqualTo(1);
        recent.put("c", 3);
        assertThat(recent.get("b")).isNull();
        assertThat(recent.get("a")).isEqualTo(1);
        assertThat(recent.get("c")).isEqualTo(3);
        recent.remove("a");
        assertThat(recent.get("a")).isNull();
    }
}
