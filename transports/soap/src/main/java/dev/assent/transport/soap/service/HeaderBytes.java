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
 * The Header of a message of SOAP 1.1 as Assent writes it, from its first tag to its last one: the same bytes say the same in
 * each envelope that begins as ours. So one that goes with many messages is written once, and read once. Immutable.
 */
final class HeaderBytes {
    /** Longer ones are not kept apart from their message. */
    static final int BYTES_MAX = 2048;

    private static final XmlWriter WRITER = new XmlWriter();
    private static final byte[] BEGIN = ascii("<soap:Header>");
    private static final byte[] END = ascii("</soap:Header>");
    private static final byte[] BODY = ascii("<soap:Body");

    /** An envelope that holds nothing. */
    private static final byte[] EMPTY = written(List.of());

    /** How many bytes of an envelope are before its Header, and before its Body when it has none. */
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
     * The one with these blocks.
     *
     * @throws IllegalArgumentException as {@link XmlWriter#write}
     */
    static HeaderBytes of(List<Element> blocks) {
        byte[] envelope = written(blocks);
        return new HeaderBytes(Arrays.copyOfRange(envelope, BEFORE, envelope.length - (EMPTY.length - BEFORE)));
    }

    /**
     * What seems to be the one of an envelope in UTF-8 that begins as ours; null when there is none, or it is too long. It is
     * that one when {@link #alone} is an envelope: nothing of it is left open then. This rests on what envelopes may not have:
     * document types, and anything behind their Body.
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

    /** Where a part begins in a whole, between two places; negative when it is not there. */
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

    /** An envelope that holds nothing else. */
    byte[] alone() {
        return into(EMPTY);
    }

    /** An envelope without a Header with this one. */
    byte[] into(byte[] envelope) {
        byte[] all = new byte[envelope.length + bytes.length];
        System.arraycopy(envelope, 0, all, 0, BEFORE);
        System.arraycopy(bytes, 0, all, BEFORE, bytes.length);
        System.arraycopy(envelope, BEFORE, all, BEFORE + bytes.length, envelope.length - BEFORE);
        return all;
    }

    /** The envelope that it is in without it. */
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
