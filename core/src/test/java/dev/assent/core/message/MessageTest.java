package dev.assent.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Fast
class MessageTest {
    private static final Object[] ARGUMENTS = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7};

    @Test
    void everyNumberIsUsedOnce() {
        assertThat(Arrays.stream(Message.values()).map(Message::number)).doesNotHaveDuplicates();
    }

    @Test
    void noWordStandsTwice() {
        Pattern doubled = Pattern.compile("\\b(\\w+)[\\s,]+\\1\\b", Pattern.CASE_INSENSITIVE);
        assertThat(Message.values())
                .noneMatch(each -> doubled.matcher(each.format())
                        .results()
                        .map(MatchResult::group)
                        .anyMatch(words -> !words.matches("\\d.*")));
    }

    @Test
    void messagesStandInTheOrderOfTheirNumbers() {
        assertThat(Arrays.stream(Message.values()).map(Message::number)).isSorted();
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
