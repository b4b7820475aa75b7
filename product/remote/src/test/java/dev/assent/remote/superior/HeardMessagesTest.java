package dev.assent.remote.superior;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** A repeated registration is known, a new one is not, and one without a number never is. */
@Fast
class HeardMessagesTest {
    private final HeardMessages messages = new HeardMessages();

    @Test
    void knows_theLatestAndThoseBefore() {
        messages.hear(1);
        messages.hear(3);
        messages.hear(2); // overtaken on its way
        assertThat(messages.knows(3)).isTrue();
        assertThat(messages.knows(1)).isTrue();
        assertThat(messages.knows(4)).isFalse();
    }

    @Test
    void knows_withoutANumber_nothing() {
        messages.hear(0);
        assertThat(messages.knows(0)).isFalse();
    }

    @Test
    void isAnnounced_whatTheRootKnowsAndWhatCameBefore() {
        messages.hear(2);
        assertThat(messages.isAnnounced(1)).isFalse();
        messages.announced(2);
        messages.announced(1);
        assertThat(messages.isAnnounced(2)).isTrue();
        assertThat(messages.isAnnounced(3)).isFalse();
    }
}
