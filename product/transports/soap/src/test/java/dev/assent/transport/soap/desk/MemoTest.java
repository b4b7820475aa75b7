package dev.assent.transport.soap.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@Fast
class MemoTest {
    private final List<Integer> asked = new ArrayList<>();
    private final Memo<Integer, String> memo = new Memo<>(2);

    private String text(int number) {
        asked.add(number);
        if (number < 0) {
            throw new IllegalArgumentException("negative");
        }
        return "number " + number;
    }

    @Test
    void whatIsKnownIsNotAskedAgain() {
        assertThat(memo.get(4, this::text)).isEqualTo("number 4");
        assertThat(memo.get(5, this::text)).isEqualTo("number 5");
        assertThat(memo.get(4, this::text)).isEqualTo("number 4");
        assertThat(asked).containsExactly(4, 5);
    }

    @Test
    void twoInOnePlaceAreNotTakenForEachOther() {
        assertThat(memo.get(4, this::text)).isEqualTo("number 4");
        assertThat(memo.get(6, this::text)).isEqualTo("number 6");
        assertThat(memo.get(4, this::text)).isEqualTo("number 4");
        assertThat(asked).containsExactly(4, 6, 4);
    }

    @Test
    void whatIsKeptTakesThePlaceOfWhatWasKnown() {
        assertThat(memo.find(4)).isNull();
        memo.keep(4, "first");
        memo.keep(4, "second");
        assertThat(memo.find(4)).isEqualTo("second");
        assertThat(memo.get(4, this::text)).isEqualTo("second");
        assertThat(memo.find(6)).as("in the same place").isNull();
        assertThat(asked).isEmpty();
    }

    @Test
    void whatIsRefusedIsAskedAgain() {
        assertThatThrownBy(() -> memo.get(-1, this::text)).hasMessage("negative");
        assertThatThrownBy(() -> memo.get(-1, this::text)).hasMessage("negative");
        assertThat(asked).containsExactly(-1, -1);
    }
}
