package dev.assent.transport.soap.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.fuzz.Changes;
import dev.assent.transport.soap.value.Carried;
import dev.assent.transport.soap.value.CarriedValues;
import dev.assent.transport.soap.value.Operation;
import dev.assent.transport.soap.value.Operations;
import dev.assent.transport.soap.value.ValueException;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A short run of {@link CallFuzz} in every build, on calls and answers that are nearly right. */
@Sampled
class ShortCallFuzzTest {
    private static final int TRIES = !Run.isWhole() ? 2_000 : 20_000;
    private static final HeaderBytes CONTEXT = HeaderBytes.of(List.of(new CoordinationContext(
                    "urn:t:1", 60_000L, Notification.NAMESPACE, new EndpointReference("http://127.0.0.1:8/r"))
            .write()
            .with(SoapVersion.V1_1.name("mustUnderstand"), "1")));

    private static List<String> samples() throws ValueException {
        Operations operations = new Operations();
        CallCodec codec = new CallCodec(64 << 10, "soap-message-bytes-max");
        List<String> samples = new ArrayList<>();
        for (Map.Entry<String, Object> each : CarriedValues.values().toList()) {
            Operation operation =
                    operations.of(Carried.class, Objects.requireNonNull(operations.find(Carried.class, each.getKey())));
            List<Element> bodies = List.of(
                    operation.writeCall(new Object[] {each.getValue()}),
                    operation.writeResult(each.getValue(), Paths::of));
            for (Element body : bodies) {
                byte[] plain = codec.write(new Envelope(SoapVersion.V1_1, List.of(), body));
                samples.add(new String(plain, StandardCharsets.UTF_8));
                samples.add(new String(codec.write(CONTEXT, body), StandardCharsets.UTF_8));
            }
        }
        return samples;
    }

    @Test
    void changedCallsCarryValuesOrAreRefused() throws ValueException {
        SplittableRandom random = new SplittableRandom(11);
        List<String> samples = samples();
        int taken = 0;
        for (int i = 0; i < TRIES; i++) {
            byte[] input = Changes.of(samples, random);
            try {
                CallFuzz.fuzzerTestOneInput(input);
                taken += isTaken(input) ? 1 : 0;
            } catch (RuntimeException | Error found) {
                throw new AssertionError("try " + i + " of " + new String(input, StandardCharsets.UTF_8), found);
            }
        }
        assertThat(taken).as("else hardly anything was written and read again").isGreaterThan(TRIES / 50);
    }

    private static boolean isTaken(byte[] input) {
        try {
            return CallFuzz.takes(input);
        } catch (FaultException | ValueException | XmlException refused) {
            return false;
        }
    }
}
