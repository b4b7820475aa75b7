package dev.assent.transport.nativewire.connection;

import dev.assent.transport.nativewire.wire.WireException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a connection inside of one HTTP/1.1 exchange (RFC 9112): a POST and its response, whose bodies last as
 * long as the connection, both in chunks; each write is a chunk. A firewall that expects HTTP sees HTTP. A proxy that
 * forwards a body only when it is complete does not work.
 *
 * <pre>
 *   HEAD --blank line--> SIZE --size--> DATA --its last byte--> DATA_END --line end--> SIZE
 *                          '--size 0--> OVER
 * </pre>
 *
 * <p>Thread safety: one thread reads at a time, and one writes; both may at once.
 */
final class HttpTransfer implements Transfer {
    private static final String PATH = "/assent";
    private static final int HEAD_CHARS_MAX = 8_192;

    /** The longest size of a chunk in characters; anything behind the size, such as extensions, is refused. */
    private static final int SIZE_CHARS_MAX = 10;

    private static final byte[] LINE_END = {'\r', '\n'};
    private static final String BODY =
            "Content-Type: application/octet-stream\r\nCache-Control: no-store\r\nTransfer-Encoding: chunked\r\n\r\n";

    private final Transfer inner;
    private final boolean isOpener;
    private final byte[] ownHead;

    /** Used by the reading thread. */
    private Step step = Step.HEAD;

    private final StringBuilder line = new StringBuilder();
    private int left;

    /** Used by the writing thread: data in chunks that is not written yet. */
    private final ArrayDeque<ByteBuffer> going = new ArrayDeque<>();

    private boolean hasHead;

    private enum Step {
        HEAD,
        SIZE,
        DATA,
        DATA_END,
        OVER
    }

    private HttpTransfer(Transfer inner, boolean isOpener, String head) {
        this.inner = inner;
        this.isOpener = isOpener;
        this.ownHead = head.getBytes(StandardCharsets.US_ASCII);
    }

    /** For a connection that this process opens. */
    static HttpTransfer opened(Transfer inner, NativeAddress address) {
        return new HttpTransfer(inner, true, "POST " + PATH + " HTTP/1.1\r\nHost: " + address + "\r\n" + BODY);
    }

    /** For a connection that this process accepts. */
    static HttpTransfer accepted(Transfer inner) {
        return new HttpTransfer(inner, false, "HTTP/1.1 200 OK\r\n" + BODY);
    }

    // ---- read

    /** Reads, and moves the content of the chunks to the front. */
    @Override
    public int read(ByteBuffer into) throws IOException {
        int from = into.position();
        int count = inner.read(into);
        if (count < 0 || step == Step.OVER) {
            return -1;
        }
        ByteBuffer raw = into.duplicate().limit(from + count).position(from);
        into.position(from);
        while (raw.hasRemaining()) {
            if (step == Step.DATA) {
                move(raw, into);
            } else {
                take((char) (raw.get() & 0xFF));
            }
        }
        return into.position() == from && step == Step.OVER ? -1 : into.position() - from;
    }

    private void move(ByteBuffer raw, ByteBuffer into) {
        int length = Math.min(left, raw.remaining());
        byte[] bytes = raw.array();
        System.arraycopy(
                bytes, raw.arrayOffset() + raw.position(), bytes, into.arrayOffset() + into.position(), length);
        raw.position(raw.position() + length);
        into.position(into.position() + length);
        left -= length;
        if (left == 0) {
            step = Step.DATA_END;
        }
    }

    /** Takes one character that is not part of a chunk's content. */
    private void take(char next) throws IOException {
        line.append(next);
        switch (step) {
            case HEAD -> {
                if (endsWith("\r\n\r\n")) {
                    check(line.toString());
                    next(Step.SIZE);
                } else if (line.length() > HEAD_CHARS_MAX) {
                    throw new ProtocolException(
                            "an HTTP head of more than " + HEAD_CHARS_MAX + " characters is not allowed");
                }
            }
            case SIZE -> {
                if (endsWith("\r\n")) {
                    left = size(line.substring(0, line.length() - LINE_END.length));
                    next(left == 0 ? Step.OVER : Step.DATA);
                } else if (line.length() > SIZE_CHARS_MAX) {
                    throw new ProtocolException("'" + line + "' is not the size of an HTTP chunk");
                }
            }
            case DATA_END -> {
                if (endsWith("\r\n")) {
                    next(Step.SIZE);
                } else if (line.length() > 1) {
                    throw new ProtocolException("an HTTP chunk does not end where it says");
                }
            }
            default -> line.setLength(0); // trailers behind the last chunk
        }
    }

    private boolean endsWith(String end) {
        return line.length() >= end.length() && line.indexOf(end, line.length() - end.length()) >= 0;
    }

    private void next(Step following) {
        line.setLength(0);
        step = following;
    }

    private static int size(String hexadecimal) throws IOException {
        try {
            int size = Integer.parseInt(hexadecimal, 16);
            if (size >= 0 && hexadecimal.charAt(0) != '+') {
                return size;
            }
        } catch (NumberFormatException notANumber) {
            // reported as any other
        }
        throw new ProtocolException("'" + hexadecimal + "' is not the size of an HTTP chunk");
    }

    private void check(String head) throws IOException {
        String plain = head.toLowerCase(Locale.ROOT);
        String first = plain.substring(0, plain.indexOf("\r\n"));
        boolean isMeant = isOpener ? first.startsWith("http/1.1 200") : first.equals("post " + PATH + " http/1.1");
        if (!isMeant || !plain.contains("\r\ntransfer-encoding: chunked\r\n")) {
            if (!isOpener) {
                refuse();
            }
            throw new ProtocolException("this is not a native connection inside of HTTP: '" + first + "'");
        }
    }

    /** This is the first write, since there was no hello yet. */
    private void refuse() throws IOException {
        String text = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        going.add(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        inner.write(going);
    }

    @Override
    public boolean isHolding() {
        return inner.isHolding();
    }

    @Override
    public int keptBytes() {
        return inner.keptBytes();
    }

    @Override
    public boolean isStalled() {
        return inner.isStalled();
    }

    @Override
    public boolean isStallOver() {
        return inner.isStallOver();
    }

    // ---- write

    @Override
    public boolean write(ArrayDeque<ByteBuffer> from) throws IOException {
        if (!from.isEmpty()) {
            if (!hasHead) {
                hasHead = true;
                going.add(ByteBuffer.wrap(ownHead));
            }
            int size = from.stream().mapToInt(ByteBuffer::remaining).sum();
            going.add(ByteBuffer.wrap((Integer.toHexString(size) + "\r\n").getBytes(StandardCharsets.US_ASCII)));
            going.addAll(from);
            going.add(ByteBuffer.wrap(LINE_END));
            from.clear();
        }
        return inner.write(going);
    }

    @Override
    public void whenToWrite(Runnable drain) {
        inner.whenToWrite(drain);
    }

    @Override
    public @Nullable Certified certified() throws WireException {
        return inner.certified();
    }

    @Override
    public void close() throws IOException {
        inner.close();
    }
}
