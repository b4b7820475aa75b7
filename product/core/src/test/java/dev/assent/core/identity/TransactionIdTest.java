package dev.assent.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.participant.ByteSink;
import dev.assent.harness.Fast;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Fast
class TransactionIdTest {
    private static final NodeEpoch LIFE = new NodeEpoch(new NodeId(Long.MIN_VALUE, -1), Integer.MAX_VALUE, 0);

    static Stream<TransactionId> identities() {
        return Stream.of(
                new LocalTransactionId(LIFE, 1),
                new LocalTransactionId(LIFE, Long.MAX_VALUE),
                new LocalTransactionId(new NodeEpoch(new NodeId(0, 0), 1, 0), 0),
                new ForeignTransactionId(0, new byte[0]),
                new ForeignTransactionId(-1, new byte[] {1, 2, 3}),
                new ForeignTransactionId(TransactionId.ASSENT_FORMAT, new byte[] {1}),
                new ForeignTransactionId(7, new byte[ForeignTransactionId.BYTES_MAX]),
                new ForeignTransactionId(7, "urn:uuid:0b3f".getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @MethodSource("identities")
    void whatIsWrittenIsRead(TransactionId id) {
        Bytes out = new Bytes();
        IdentityBytes.write(id, out);
        ByteBuffer in = ByteBuffer.wrap(out.bytes.toByteArray());
        TransactionId read = IdentityBytes.transaction(in);
        assertThat(read).isEqualTo(id).hasSameHashCodeAs(id).hasToString(id.toString());
        assertThat(read.format()).isEqualTo(id.format());
        assertThat(read.global()).isEqualTo(id.global());
        assertThat(in.hasRemaining()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("identities")
    void formatAndBytesMakeTheSameIdentity(TransactionId id) {
        assertThat(TransactionId.of(id.format(), id.global())).isEqualTo(id);
    }

    @Test
    void bytesOfOurLengthThatAreNotOursAreForeign() {
        assertThat(TransactionId.of(TransactionId.ASSENT_FORMAT, new byte[LocalTransactionId.BYTES]))
                .as("epoch 0 is nobody's")
                .isInstanceOf(ForeignTransactionId.class);
        assertThat(TransactionId.of(1, new LocalTransactionId(LIFE, 1).global()))
                .isInstanceOf(ForeignTransactionId.class);
    }

    @Test
    void anIdentityIsNotChangedThroughItsArrays() {
        byte[] given = {1, 2};
        ForeignTransactionId id = new ForeignTransactionId(1, given);
        given[0] = 9;
        id.global()[1] = 9;
        assertThat(id.global()).containsExactly(1, 2);
    }

    @Test
    void whatIsTooLongOrHasNoEpochIsRefusedWithWhatIsAllowed() {
        assertThatThrownBy(() -> new ForeignTransactionId(1, new byte[ForeignTransactionId.BYTES_MAX + 1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4097")
                .hasMessageContaining("4096");
        assertThatThrownBy(() -> new NodeEpoch(new NodeId(1, 2), 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("epoch 0");
    }

    private static final class Bytes implements ByteSink {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public ByteSink putByte(int value) {
            bytes.write(value);
            return this;
        }

        @Override
        public ByteSink putInt(int value) {
            bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
            return this;
        }

        @Override
        public ByteSink putLong(long value) {
            bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
            return this;
        }

        @Override
        public ByteSink putBytes(byte[] from, int offset, int length) {
            bytes.write(from, offset, length);
            return this;
        }

        @Override
        public ByteSink putString(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            return putByte(utf8.length >>> 8).putByte(utf8.length).putBytes(utf8, 0, utf8.length);
        }
    }
}
