package dev.assent.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Fast
class MessageTest {
    private static final Object[] ARGUMENTS = {7, 7, 7, 7, 7, 7, 7, 7};

    @Test
    void everyNumberIsUsedOnce() {
        assertThat(Arrays.stream(Message.values()).map(Message::number)).doesNotHaveDuplicates();
    }

    @Test
    void messagesStandInTheOrderOfTheirNumbers() {
        assertThat(Arrays.stream(Message.values()).map(Message::number)).isSorted();
    }

    @Test
    void whatCanNotSayWhatItIsIsToldByItsClass() {
        Object speechless = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("nobody may know");
            }
        };
        assertThat(Message.TOO_MANY_PARTICIPANTS.text("t", speechless, null, 7))
                .contains("'" + speechless.getClass().getName() + "'", "transaction t", "'null'", " 7 participants");
    }

    @ParameterizedTest
    @EnumSource(Message.class)
    void everyMessageHasAnIdOfAChapterAndAFormatThatWorks(Message message) {
        assertThat(message.number()).isBetween(1000, 8999);
        assertThat(message.text(ARGUMENTS))
                .startsWith("ASSENT-" + message.number() + " ")
                .doesNotContain("%")
                .doesNotContainPattern("\\S {2,}")
                .doesNotEndWith(".")
                .doesNotEndWith(" ");
    }
}
