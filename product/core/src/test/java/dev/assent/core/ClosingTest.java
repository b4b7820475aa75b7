package dev.assent.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.harness.Fast;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a close reports. */
@Fast
class ClosingTest {
    private final RecordingNotices notices = new RecordingNotices();
    private final Closing closing = new Closing("the node", Duration.ofSeconds(30));

    @Test
    void end_everythingHasEnded_tellsNobody() {
        closing.attempt(() -> {});
        closing.left(List.of());

        closing.end(notices);

        assertThat(closing.isClean()).isTrue();
        assertThat(notices.all()).isEmpty();
    }

    @Test
    void end_partsFailed_throwsTheFirstWithTheOthers() {
        closing.attempt(() -> {
            throw new IllegalStateException("first");
        });
        closing.failed(new IllegalStateException("second"));

        assertThatThrownBy(() -> closing.end(notices))
                .hasMessage("first")
                .satisfies(thrown -> assertThat(thrown.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("second"));
    }

    @Test
    void end_transactionsAreLeft_namesTenAndCountsTheOthers() throws Exception {
        try (TestNode node = TestNode.open()) {
            RecordingResource orders = node.resource("orders");
            for (int i = 0; i < 10; i++) {
                node.beginOn(orders);
                node.manager().suspend();
            }
            closing.left(node.coordinator().active());
            assertThat(closing.isClean()).isFalse();
            closing.end(notices);
            assertThat(notices.all())
                    .singleElement()
                    .asString()
                    .contains("10 transactions: ")
                    .doesNotContain(" more");

            node.beginOn(orders);
            Closing another = new Closing("the node", Duration.ofSeconds(30));
            another.left(node.coordinator().active());
            another.end(notices);
            assertThat(notices.all())
                    .last()
                    .asString()
                    .contains("11 transactions: ", ", and 1 more", "recovery finishes");
        }
    }
}
