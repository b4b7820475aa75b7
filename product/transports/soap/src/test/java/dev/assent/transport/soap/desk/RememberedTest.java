package dev.assent.transport.soap.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

@Fast
class RememberedTest {
    private final Set<String> over = new HashSet<>();
    private final List<String> gone = new ArrayList<>();
    private final Remembered<Integer, String> known =
            new Remembered<>(new Remembered.Limits(200, 10), over::contains, gone::add);

    private void add(int number) {
        known.add(number, "t" + number);
    }

    @Test
    void noneThatIsUnderWayGoesHoweverManyAreBegunAfterIt() {
        add(0);
        for (int i = 1; i < 10_000; i++) {
            add(i);
            over.add("t" + i);
            assertThat(known.hasRoom()).isTrue();
        }
        assertThat(known.find(0)).isEqualTo("t0");
        assertThat(known.find(9_999)).as("told again when it asks again").isEqualTo("t9999");
        assertThat(known.find(1)).isNull();
        assertThat(gone).startsWith("t1", "t2").doesNotContain("t0").hasSizeGreaterThan(9_800);
    }

    @Test
    void thereIsNoRoomWhileAllAreUnderWay() {
        for (int i = 0; i < 200; i++) {
            assertThat(known.hasRoom()).isTrue();
            add(i);
        }
        assertThat(known.hasRoom()).isFalse();
        over.add("t7");
        assertThat(known.hasRoom()).isTrue();
        assertThat(known.find(7)).isEqualTo("t7");
        assertThat(gone).isEmpty();
    }

    @Test
    void oneOfTheSameNameTakesThePlaceOfTheOther() {
        known.add(1, "first");
        known.add(1, "second");
        assertThat(known.find(1)).isEqualTo("second");
        assertThat(gone).containsExactly("first");
    }
}
