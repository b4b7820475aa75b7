package dev.assent.remote.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.time.Clock;
import dev.assent.harness.Fast;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.Registration;
import org.junit.jupiter.api.Test;

/** Transports are found by the scheme of an address, however it is written. */
@Fast
class TransportsTest {
    private static final Clock STANDING = new Clock() {
        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public long epochMillis() {
            return 0;
        }
    };

    private final Transports transports = new Transports(address -> address.contains("friend"));
    private final Transport transport =
            new LocalNetwork(Runnable::run, STANDING, LocalNetwork.Times.DEFAULT).transport("a", null);

    @Test
    void aSchemeIsWrittenInAnyCase() {
        transports.add(transport);
        assertThat(transports.find("In-Process://b")).isSameAs(transport);
        assertThat(transports.of("IN-PROCESS://b")).isSameAs(transport);
        assertThat(Transports.scheme("IIOP://host:1/x")).isEqualTo("iiop");
        assertThat(Transports.scheme("nothing")).isEmpty();
    }

    @Test
    void oneThatIsNotThereIsNotFound() {
        assertThat(transports.find("in-process://b")).isNull();
        assertThatThrownBy(() -> transports.of("iiop://b")).hasMessageContaining("ASSENT-8002");
        assertThatThrownBy(() -> transports.of("b")).hasMessageContaining("ASSENT-8003");
        assertThatThrownBy(() -> transports.of("carrier-pigeon+http://b"))
                .hasMessageContaining("dev.assent:assent-transport-carrier-pigeon to");
    }

    @Test
    void oneThatIsAboutToLeaveIsFoundByWhatIsUnderWayAlone() {
        transports.add(transport);
        transports.retire(transport);
        assertThat(transports.find("in-process://b")).isSameAs(transport);
        assertThatThrownBy(() -> transports.of("in-process://b"))
                .hasMessageContainingAll("ASSENT-8002", "scheme 'in-process'", "the schemes here are: none");
    }

    @Test
    void isFound_anotherHasItsSchemeOrItIsAboutToLeave_isNot() {
        Transport other = new LocalNetwork(Runnable::run, STANDING, LocalNetwork.Times.DEFAULT).transport("b", null);
        assertThat(transports.isFound(transport)).isFalse();
        transports.add(transport);
        assertThat(transports.isFound(transport)).isTrue();
        assertThat(transports.isFound(other)).as("of the same scheme").isFalse();
        transports.retire(transport);
        assertThat(transports.isFound(transport)).isFalse();
    }

    @Test
    void whatMayBeCalledIsForTheListToSay() {
        assertThat(transports.mayCall("iiop://friend/x")).isTrue();
        assertThat(transports.mayCall("iiop://host/x")).isFalse();
        String friend = "iiop://friend/";
        String longest = friend + "x".repeat(Registration.ADDRESS_CHARS_MAX - friend.length());
        assertThat(transports.mayCall(longest)).isTrue();
        assertThat(transports.mayCall(longest + "x"))
                .as("too long for a record")
                .isFalse();
    }
}
