package dev.assent.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

@Fast
class RecordBufferTest {
    private final RecordBuffer buffer = new RecordBuffer();

    @Test
    void integersAreBigEndianAndStringsHaveTheirLengthBefore() {
        buffer.putByte(0x1FF).putInt(0x01020304).putLong(0x05060708090A0B0CL).putString("é");
        ByteBuffer bytes = buffer.view();
        assertThat(bytes.get()).isEqualTo((byte) 0xFF);
        assertThat(bytes.getInt()).isEqualTo(0x01020304);
        assertThat(bytes.getLong()).isEqualTo(0x05060708090A0B0CL);
        assertThat(bytes.getShort()).isEqualTo((short) 2);
        byte[] text = new byte[bytes.remaining()];
        bytes.get(text);
        assertThat(new String(text, StandardCharsets.UTF_8)).isEqualTo("é");
    }

    @Test
    void bytesAreKeptWhileItGrows() {
        byte[] part = {1, 2, 3, 4, 5, 6, 7};
        for (int i = 0; i < 10_000; i++) {
            buffer.putBytes(part, 1, 5);
        }
        assertThat(buffer.size()).isEqualTo(50_000);
        assertThat(buffer.copyFrom(49_995)).containsExactly(2, 3, 4, 5, 6);
    }

    @Test
    void whatIsNotAllowedIsRefusedAndChangesNothing() {
        buffer.putInt(1);
        buffer.allow(4);
        buffer.putInt(2);
        assertThatThrownBy(() -> buffer.putByte(3)).isInstanceOf(IllegalArgumentException.class);
        assertThat(buffer.size()).isEqualTo(8);
        buffer.allowAll();
        buffer.putByte(3).truncate(4);
        assertThat(buffer.copyFrom(0)).containsExactly(0, 0, 0, 1);
    }

    @Test
    void aStringOfMoreBytesThanItsLengthCanSayIsRefused() {
        assertThatThrownBy(() -> buffer.putString("x".repeat(65_536))).isInstanceOf(IllegalArgumentException.class);
        assertThat(buffer.size()).isZero();
        buffer.putString("x".repeat(65_535));
        assertThat(buffer.copyFrom(0)).hasSize(2 + 65_535).startsWith(0xFF, 0xFF, 'x');
    }
}
