package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts are those of Linux, macOS and Windows. */
@Fast
class StorageAdviceTest {
    @ParameterizedTest
    @CsvSource({
        "No space left on device, disk is full",
        "There is not enough space on the disk, disk is full",
        "Disk quota exceeded, quota",
        "Disc quota exceeded, quota",
        "Read-only file system, read-only",
        "The media is write protected, read-only",
        "Too many open files, limit of open files",
    })
    void of_textOfASystem_saysWhatToDo(String text, String advice) {
        assertThat(StorageAdvice.of(new IOException("C:/log/segment-a: " + text)))
                .contains(advice);
    }

    @Test
    void of_accessDenied_namesTheOwner() {
        assertThat(StorageAdvice.of(new AccessDeniedException("/log"))).contains("own it");
    }

    @Test
    void of_unknownText_namesAllThatIsUsual() {
        assertThat(StorageAdvice.of(new IOException("kaputt"))).contains("full", "read-only", "owns");
    }
}
