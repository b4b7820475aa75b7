package dev.assent.remote.subordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.transaction.Descriptions;
import dev.assent.harness.Fast;
import dev.assent.remote.superior.RemoteParticipant;
import dev.assent.remote.transport.AnsweredPeers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which descriptions in the log are of other processes: an unknown one leaves its transaction alone (law 10). */
@Fast
class RemoteDescriptionsTest extends AnsweredPeers {
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
    private static final Descriptions.Source SOURCE = new Descriptions.Source(ID, ID, true);
    private static final String PLACE = "test://h:1/p";

    private final Descriptions descriptions = new RemoteDescriptions(peers);

    private static ByteBuffer place() {
        byte[] place = PLACE.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 + place.length)
                .putShort((short) place.length)
                .put(place)
                .flip();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 6, 8})
    void participant_ofAStranger_isRead(int kind) {
        ByteBuffer in = place();
        assertThat(descriptions.participant(kind, SOURCE, in))
                .isInstanceOfSatisfying(
                        RemoteParticipant.class,
                        read -> assertThat(read.wireAddress()).isEqualTo(PLACE));
        assertThat(in.hasRemaining()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 9, 127})
    void participant_ofAnUnknownKind_isRefused(int kind) {
        assertThatThrownBy(() -> descriptions.participant(kind, SOURCE, place()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("participant of unknown kind " + kind);
    }

    @Test
    void superior_ofAStranger_isReadAndOfAnUnknownKindRefused() {
        ByteBuffer in = ByteBuffer.allocate(100).put((byte) 0).put(place()).flip();
        assertThat(descriptions.superior(RemoteSuperior.KIND, ID, in).name()).contains(PLACE);
        assertThatThrownBy(() -> descriptions.superior(RemoteSuperior.KIND + 1, ID, place()))
                .hasMessage("superior of unknown kind " + (RemoteSuperior.KIND + 1));
    }
}
