package dev.assent.lab.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.bean.ConstantPayloads;
import org.junit.jupiter.api.Test;

/** How many bytes values have by themselves. */
@Fast
class ValueBytesTest {
    private final ConstantPayloads values = new ConstantPayloads();

    @Test
    void theBytesOfAValueAreThoseOfWhatIsInIt() throws Exception {
        assertThat(ValueBytes.of(values.getInt100())).isEqualTo(400);
        assertThat(ValueBytes.of(values.getDouble100())).isEqualTo(800);
        assertThat(ValueBytes.of(values.getString1000())).isEqualTo(1_000);
        assertThat(ValueBytes.of(values.getDataSet())).isEqualTo(1 + 1 + 2 + 4 + 8 + 4 + 8 + 6);
        assertThat(ValueBytes.of(values.getDataSet10()))
                .as("as often as it is there")
                .isEqualTo(340);
        assertThat(ValueBytes.of(values.getDistinct100())).isEqualTo(3_400);
    }
}
