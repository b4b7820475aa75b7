package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.operator.Answer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AdminFramesTest {
    private static final Answer ANSWER = new Answer(Answer.CLEAR, "{\"transactions\": []}");

    private static byte[] written() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        AdminFrames.write(ANSWER, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static Answer read(byte[] bytes) throws IOException {
        return AdminFrames.readAnswer(new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    @Test
    void anAnswerIsReadAsItWasWritten() throws Exception {
        assertThat(read(written())).isEqualTo(ANSWER);
    }

    @Test
    void anAnswerThatIsCutAnywhereIsNone() throws Exception {
        byte[] whole = written();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(EOFException.class);
        }
    }
}
