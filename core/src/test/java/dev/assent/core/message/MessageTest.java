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

    /** A cause may say itself what is to be done, such as to restart the node. */
    @Test
    void whatEndsWithoutWorkForTheReaderTellsOfNoCauseThatMayMakeSome() {
        assertThat(Message.ROLLED_BACK.text("t", "restart the node")).doesNotContain("no action needed");
        assertThat(Message.ROLLED_BACK_AT_STOP.text("restart the node")).doesNotContain("no action needed");
    }

    @Test
    void adviceAboutADamagedLogIsThatOfTheGuide() {
        assertThat(Arrays.stream(Message.values()).filter(each -> each.format().contains(" is damaged: ")))
                .hasSize(10)
                .allSatisfy(each -> assertThat(each.format())
                        .contains("never an older copy of the log", "move the files away", "adopt")
                        .doesNotContain("start with an empty folder"));
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
