package dev.assent.core.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.harness.Fast;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class AdminFramesTest {
    private static final OperatorAnswer ANSWER = new OperatorAnswer(OperatorAnswer.CLEAR, "{\"transactions\": []}");

    private static byte[] written() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        AdminFrames.write(ANSWER, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static OperatorAnswer read(byte[] bytes) throws IOException {
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

    @ParameterizedTest
    @EnumSource(OperatorRequest.Verb.class)
    void aCommandIsReadAsItWasWritten(OperatorRequest.Verb verb) throws Exception {
        Set<String> lost = verb == OperatorRequest.Verb.FORGET ? Set.of("orders", "stock") : Set.of();
        OperatorRequest request =
                new OperatorRequest(verb, "49c3", new OperatorRequest.Flags(true, false, true), "why", lost);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        AdminFrames.write(request, new DataOutputStream(bytes));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        assertThat(AdminFrames.readRequest(in)).isEqualTo(request);
        assertThat(in.read()).as("nothing is left").isEqualTo(-1);
    }

    /** A command to forget, with lost resources that our clients never write. */
    private static DataInputStream forgetting(int count, String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(1);
        out.writeUTF("FORGET");
        out.writeUTF("49c3");
        out.writeByte(0);
        out.writeUTF("");
        out.writeShort(count);
        for (int i = 0; i < count; i++) {
            out.writeUTF(name + i);
        }
        return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }

    @Test
    void aCommandThatNobodyKnowsIsRefused() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(1);
        out.writeUTF("DESTROY");
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        assertThatThrownBy(() -> AdminFrames.readRequest(in))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("verb 'DESTROY'");
    }

    /** The audit gets the names before anything looks them up. */
    @ParameterizedTest
    @ValueSource(strings = {"a'\n2026-11-22T00:00:00Z root told: ", "a b", "a\u2028b"})
    void aLostResourceWithANameThatNoneCanHaveIsRefused(String name) {
        assertThatThrownBy(() -> AdminFrames.readRequest(forgetting(1, name)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ASSENT-4052")
                .hasMessageContaining("1 to 64 letters")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void soManyLostResourcesAreReadAndNoMore() throws Exception {
        assertThat(AdminFrames.readRequest(forgetting(64, "orders-")).lost()).hasSize(64);
        assertThatThrownBy(() -> AdminFrames.readRequest(forgetting(65, "orders-")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("65 lost resources where at most 64 are allowed");
    }
}
