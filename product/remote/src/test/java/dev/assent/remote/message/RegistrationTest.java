package dev.assent.remote.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Registration.Interest;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which registrations a superior accepts: a log record must have room for several. */
@Fast
class RegistrationTest {
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);

    private static Registration ofStranger(String address, Set<Interest> interests) {
        return new Registration(BranchRef.ofStranger(ID, address), address, interests);
    }

    @Test
    void anAddressMayBeAsLongAsAllowedAndNoLonger() {
        String longest = "x".repeat(Registration.ADDRESS_CHARS_MAX);
        assertThat(ofStranger(longest, Set.of(Interest.COMPLETION)).address()).isEqualTo(longest);
        assertThatThrownBy(() -> ofStranger(longest + "x", Set.of(Interest.COMPLETION)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(String.valueOf(Registration.ADDRESS_CHARS_MAX));
    }

    @Test
    void aRegistrationForNothingIsRefused() {
        assertThatThrownBy(() -> ofStranger("test://h:1", Set.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aStrangerIsAtItsOwnAddress() {
        BranchRef stranger = BranchRef.ofStranger(ID, "test://h:1");
        assertThatThrownBy(() -> new Registration(stranger, "test://h:2", Set.of(Interest.COMPLETION)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not at test://h:2");
    }
}
