package dev.assent.transport.soap.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.Samples;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.http.MediaType;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a message may make of the bytes that it has. */
@Fast
class CallCodecTest {
    private static final int BYTES = 64 << 10;

    private static int items(String item) throws FaultException {
        int count = BYTES / item.length() - 100; // and what is around them
        byte[] message = Samples.envelope("", "<m:put xmlns:m='urn:m'>" + item.repeat(count) + "</m:put>")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(message.length).isLessThan(BYTES);
        return new CallCodec(BYTES, "soap-message-bytes-max")
                .read(message, MediaType.of("text/xml; charset=utf-8"))
                .body()
                .children()
                .size();
    }

    @Test
    void aListOfTheShortestValuesIsReadAsLongAsThereIsRoom() throws FaultException {
        assertThat(items("<item>1</item>")).isGreaterThan(4_500);
    }

    @Test
    void elementsThatSayNothingAreNotManyMoreThanThat() {
        assertThatThrownBy(() -> items("<a/>")).isInstanceOf(FaultException.class);
    }
}
