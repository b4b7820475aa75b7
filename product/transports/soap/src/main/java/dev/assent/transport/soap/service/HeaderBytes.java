package dev.assent.transport.soap.service;

import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a SOAP 1.1 Header as Assent writes it, from its first tag to its last. In every envelope that begins as
 * Assent's do, the same bytes have the same meaning. So a Header that goes with many messages is written once, and
 * parsed once. Immutable.
 */
final class HeaderBytes {
    /** Longer Headers are always parsed with their message. */
    static final int BYTES_MAX = 2048;

    private static final XmlWriter WRITER = new XmlWriter();
    private static final byte[] BEGIN = ascii("<soap:Header>");
    private static final byte[] END = ascii("</soap:Header>");
    private static final byte[] BODY = ascii("<soap:Body");

    /** An empty envelope. */
    private static final byte[] EMPTY = written(List.of());

    /** How many bytes of an envelope are before its Header, or before its Body if it has no Header. */
    private static final int BEFORE = find(BODY, EMPTY, 0, EMPTY.length);

    private final byte[] bytes;

    private HeaderBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] written(List<Element> blocks) {
        return WRITER.write(new Envelope(SoapVersion.V1_1, blocks, null).write());
    }

    /**
     * The Header with these blocks.
     *
     * @throws IllegalArgumentException as {@link XmlWriter#write}
     */
    static HeaderBytes of(List<Element> blocks) {
        byte[] envelope = written(blocks);
        return new HeaderBytes(Arrays.copyOfRange(envelope, BEFORE, envelope.length - (EMPTY.length - BEFORE)));
    }

    /**
     * The bytes that seem to be the Header of an envelope in UTF-8 that begins as Assent's do; null if there are none,
     * or too many. They are the Header if {@link #alone} is a valid envelope, since then all their tags are closed.
     * This relies on envelopes having no document type, and nothing after their Body.
     */
    static @Nullable HeaderBytes in(byte[] envelope) {
        boolean isOurs = envelope.length > BEFORE && Arrays.equals(envelope, 0, BEFORE, EMPTY, 0, BEFORE);
        if (!isOurs || !isAt(BEFORE, BEGIN, envelope)) {
            return null;
        }
        int end = find(END, envelope, BEFORE, Math.min(envelope.length, BEFORE + BYTES_MAX));
        if (end < 0 || !isAt(end + END.length, BODY, envelope)) {
            return null;
        }
        return new HeaderBytes(Arrays.copyOfRange(envelope, BEFORE, end + END.length));
    }

    /** The position of a part in a whole, between two positions; negative if it is not there. */
    private static int find(byte[] part, byte[] whole, int from, int to) {
        for (int at = from; at <= to - part.length; at++) {
            if (isAt(at, part, whole)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean isAt(int place, byte[] part, byte[] whole) {
        int end = place + part.length;
        return end <= whole.length && whole[place] == part[0] && Arrays.equals(whole, place, end, part, 0, part.length);
    }

    /** An envelope with only this Header. */
    byte[] alone() {
        return into(EMPTY);
    }

    /** Adds this Header to an envelope without one. */
    byte[] into(byte[] envelope) {
        byte[] all = new byte[envelope.length + bytes.length];
        System.arraycopy(envelope, 0, all, 0, BEFORE);
        System.arraycopy(bytes, 0, all, BEFORE, bytes.length);
        System.arraycopy(envelope, BEFORE, all, BEFORE + bytes.length, envelope.length - BEFORE);
        return all;
    }

    /** Removes this Header from its envelope. */
    byte[] outOf(byte[] envelope) {
        byte[] rest = Arrays.copyOf(envelope, envelope.length - bytes.length);
        System.arraycopy(envelope, BEFORE + bytes.length, rest, BEFORE, rest.length - BEFORE);
        return rest;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HeaderBytes header && Arrays.equals(bytes, header.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
