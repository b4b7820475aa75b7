package dev.assent.transport.soap.service;

import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.MediaType;
import dev.assent.transport.soap.value.Carried;
import dev.assent.transport.soap.value.Operation;
import dev.assent.transport.soap.value.Operations;
import dev.assent.transport.soap.value.ValueException;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A target of Jazzer: calls and their answers (docs/guide/fuzz.md). Any bytes are a call, an answer or a fault whose
 * values can be written and read again as the same, or a refusal; and mean the same whatever Headers have come before.
 */
public final class CallFuzz {
    private static final MediaType TYPE = MediaType.of("text/xml; charset=utf-8");
    private static final Operations OPERATIONS = new Operations();
    private static final CallCodec CODEC = new CallCodec(64 << 10, "soap-message-bytes-max");
    /** Takes what has grown by being written. */
    private static final CallCodec AGAIN = new CallCodec(4 << 20, "soap-message-bytes-max");

    /** The text around a block of a Header. */
    private static final List<String> AROUND = List.of(new String(
                    HeaderBytes.of(List.of(Element.of(new QName("x")))).alone(), StandardCharsets.US_ASCII)
            .split("<x></x>|<x ?/>"));

    private CallFuzz() {}

    private static byte[] inHeader(byte[] input) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(AROUND.get(0).getBytes(StandardCharsets.US_ASCII));
        message.writeBytes(input);
        message.writeBytes(AROUND.get(1).getBytes(StandardCharsets.US_ASCII));
        return message.toByteArray();
    }

    /** One try: as a message, and as what the Header of one holds. */
    public static void fuzzerTestOneInput(byte[] input) {
        try {
            read(inHeader(input));
        } catch (FaultException refused) {
            // as it was when it was read whole
        }
        try {
            takes(input);
        } catch (FaultException refused) {
            CODEC.fault(refused.version(), List.of(), refused.fault()); // who has sent it is told so
        } catch (ValueException | XmlException refused) {
            CODEC.fault(SoapVersion.V1_1, List.of(), SoapFault.sender(String.valueOf(refused.getMessage())));
        }
    }

    /**
     * Whether it carries values.
     *
     * @throws FaultException if it is not a message
     * @throws ValueException when it carries others than its operation has
     * @throws XmlException when its fault is none
     */
    static boolean takes(byte[] input) throws FaultException, ValueException, XmlException {
        Envelope envelope = read(input);
        Element body = envelope.body();
        if (body == null) {
            return false;
        }
        if (SoapFault.isFault(body)) {
            FailureElement.read(SoapFault.read(envelope.version(), body));
            return false;
        }
        String name = body.name().getLocalPart();
        Method call = OPERATIONS.find(Carried.class, name);
        Method answered = OPERATIONS.find(Carried.class, name.replaceFirst("Response$", ""));
        if (call != null) {
            takeCall(OPERATIONS.of(Carried.class, call), body);
        } else if (answered != null) {
            takeAnswer(OPERATIONS.of(Carried.class, answered), body);
        }
        return call != null || answered != null;
    }

    /** The cache of Headers changes no result. */
    private static Envelope read(byte[] input) throws FaultException {
        Envelope whole;
        try {
            whole = CODEC.readWhole(input, TYPE);
        } catch (FaultException refused) {
            refused(input, refused);
            throw refused;
        }
        Envelope envelope = CODEC.read(input, TYPE);
        if (!envelope.equals(whole)) {
            throw new AssertionError(envelope + " is read instead of " + whole);
        }
        return envelope;
    }

    private static void refused(byte[] input, FaultException whole) {
        try {
            throw new AssertionError(CODEC.read(input, TYPE) + " is taken, and not refused", whole);
        } catch (FaultException again) {
            if (!again.fault().equals(whole.fault())) {
                throw new AssertionError(again.fault() + " is told instead of " + whole.fault());
            }
        }
    }

    private static void takeCall(Operation operation, Element body) throws ValueException {
        @Nullable Object[] read = operation.readCall(body);
        same(read, () -> operation.readCall(again(operation.writeCall(read))));
    }

    private static void takeAnswer(Operation operation, Element body) throws ValueException {
        @Nullable Object read = operation.readResult(body, Paths::object);
        same(new Object[] {read}, () ->
                new Object[] {operation.readResult(again(operation.writeResult(read, Paths::of)), Paths::object)});
    }

    private static Element again(Element body) throws ValueException {
        try {
            Envelope written = new Envelope(SoapVersion.V1_1, List.of(), body);
            Element read = AGAIN.read(AGAIN.write(written), TYPE).body();
            if (read == null) {
                throw new AssertionError(body + " is written as nothing");
            }
            return read;
        } catch (FaultException unread) {
            throw new AssertionError(body + " is written as no message", unread);
        }
    }

    /** Something that is to be read once more. */
    @FunctionalInterface
    private interface Reading {
        @Nullable Object[] read() throws ValueException;
    }

    private static void same(@Nullable Object[] read, Reading again) {
        @Nullable Object[] second;
        try {
            second = again.read();
        } catch (ValueException notCarried) {
            throw new AssertionError(Arrays.deepToString(read) + " is not carried", notCarried);
        }
        if (!Arrays.deepEquals(read, second)) {
            throw new AssertionError(Arrays.deepToString(read) + " is written as " + Arrays.deepToString(second));
        }
    }
}
