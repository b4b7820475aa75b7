package dev.assent.remote;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** Settings of what a node has to do with others. */
@Fast
class RemoteConfigTest {
    @Test
    void aValueThatIsNotAllowedIsRefusedWithItsKeyAndWhatIs() {
        assertThatThrownBy(() -> RemoteConfig.defaults().with(RemoteSetting.REFERENCES_MAX, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("references-max", "'0'", "1 to 1000000 references");
    }
}
