package dev.assent.transport.nativewire.connection;

import dev.assent.NodeId;
import dev.assent.transport.nativewire.wire.WireException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a connection in TLS. A thread encrypts and decrypts records in buffers that it uses for all its
 * connections; a connection keeps only the rest of a record.
 *
 * <p>Thread safety: one thread reads at a time, and one writes; both may at once.
 */
final class TlsTransfer implements Transfer {
    /** The start of a node's name in its certificate. */
    static final String NODE_NAME = "urn:assent:node:";

    private static final int SCRATCH_BYTES = 1 << 16;
    private static final int NAME_OF_URI = 6;
    private static final ThreadLocal<ByteBuffer> COMING = scratch();

    /** A second buffer, since reading may have to write in between. */
    private static final ThreadLocal<ByteBuffer> GOING = scratch();

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final int recordBytes;

    /** Used by the reading thread: records, or a part of one, that have come and are not decrypted. */
    private ByteBuffer come = NOTHING;

    private boolean isHolding;

    /** Whether something must be written before more is decrypted. */
    private volatile boolean isStalled;

    /** Used by the writing thread: what the socket did not take. */
    private ByteBuffer left = NOTHING;

    private volatile Runnable drain = () -> {};

    private static ThreadLocal<ByteBuffer> scratch() {
        return ThreadLocal.withInitial(() -> ByteBuffer.allocate(SCRATCH_BYTES));
    }

    TlsTransfer(SocketChannel channel, SSLEngine engine) {
        this.channel = channel;
        this.engine = engine;
        this.recordBytes = engine.getSession().getPacketBufferSize();
    }

    @Override
    public void whenToWrite(Runnable newDrain) {
        drain = newDrain;
    }

    // ---- read

    @Override
    public boolean isHolding() {
        return isHolding;
    }

    @Override
    public int keptBytes() {
        return come.remaining();
    }

    @Override
    public boolean isStalled() {
        return isStalled;
    }

    @Override
    public boolean isStallOver() {
        return isStalled && engine.getHandshakeStatus() != HandshakeStatus.NEED_WRAP;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        ByteBuffer scratch = COMING.get().clear().put(come);
        come = NOTHING;
        int count = channel.read(scratch);
        scratch.flip();
        int before = into.position();
        boolean isOver = false;
        try {
            isOver = open(scratch, into);
        } catch (SSLException refused) {
            drain.run(); // sends the other side the alert with the reason
            throw refused;
        }
        keep(scratch);
        int opened = into.position() - before;
        return opened == 0 && (count < 0 || isOver) ? -1 : opened;
    }

    /** Decrypts all complete records; true if the last record was complete. */
    private boolean open(ByteBuffer records, ByteBuffer into) throws SSLException {
        isHolding = false;
        isStalled = false;
        while (true) {
            HandshakeStatus step = engine.getHandshakeStatus();
            if (step == HandshakeStatus.NEED_TASK) {
                runTasks();
            } else if (step == HandshakeStatus.NEED_WRAP) {
                isStalled = true; // set first, so that another thread that writes it sees this
                drain.run();
                if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                    return false; // another thread is writing, or the socket takes no more for now
                }
                isStalled = false;
            } else {
                SSLEngineResult result = engine.unwrap(records, into);
                if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
                    drain.run();
                }
                if (result.getStatus() == Status.CLOSED) {
                    return true;
                }
                if (result.getStatus() == Status.BUFFER_OVERFLOW) {
                    isHolding = true;
                    return false;
                }
                if (result.getStatus() == Status.BUFFER_UNDERFLOW
                        || (result.bytesConsumed() == 0 && isQuiet(result.getHandshakeStatus()))) {
                    return false;
                }
            }
        }
    }

    private static boolean isQuiet(HandshakeStatus step) {
        return step != HandshakeStatus.NEED_TASK && step != HandshakeStatus.NEED_WRAP;
    }

    private void keep(ByteBuffer records) {
        if (records.hasRemaining()) {
            come = ByteBuffer.allocate(records.remaining()).put(records).flip();
        }
    }

    /** Runs in one thread at a time, so that no thread finds a task needed and already taken. */
    private synchronized void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    // ---- write

    @Override
    public boolean write(ArrayDeque<ByteBuffer> from) throws IOException {
        try {
            return flush() && writeRecords(from);
        } catch (SSLException refused) {
            tellWhy();
            throw refused;
        }
    }

    /** Writes the alert, for the other side if it still reads. */
    private void tellWhy() throws IOException {
        ByteBuffer scratch = GOING.get().clear();
        engine.wrap(NOTHING.duplicate(), scratch);
        left = scratch.flip();
        flush();
    }

    private boolean writeRecords(ArrayDeque<ByteBuffer> from) throws IOException {
        while (true) {
            HandshakeStatus step = engine.getHandshakeStatus();
            if (step == HandshakeStatus.NEED_TASK) {
                runTasks();
                continue;
            }
            boolean isAgreed = step == HandshakeStatus.NOT_HANDSHAKING || step == HandshakeStatus.FINISHED;
            if (step == HandshakeStatus.NEED_UNWRAP || (isAgreed && from.isEmpty())) {
                return true; // the alert is written, or there is none
            }
            if (!wrap(from)) {
                return true;
            }
            if (!flush()) {
                return false;
            }
        }
    }

    /** Makes records of the data, as many as the buffer has room for; false when no more can be made. */
    private boolean wrap(ArrayDeque<ByteBuffer> from) throws IOException {
        ByteBuffer scratch = GOING.get().clear();
        boolean isOpen = true;
        do {
            ByteBuffer[] some = from.toArray(ByteBuffer[]::new);
            SSLEngineResult result = engine.wrap(some, scratch);
            while (!from.isEmpty() && !from.getFirst().hasRemaining()) {
                from.removeFirst();
            }
            isOpen = result.getStatus() == Status.OK && result.bytesProduced() > 0;
        } while (isOpen
                && scratch.remaining() >= recordBytes
                && (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP
                        || (engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING && !from.isEmpty())));
        left = scratch.flip();
        return isOpen || left.hasRemaining();
    }

    private boolean flush() throws IOException {
        if (left.hasRemaining()) {
            channel.write(left);
        }
        if (left.hasRemaining()) {
            left = ByteBuffer.allocate(left.remaining()).put(left).flip();
            return false;
        }
        left = NOTHING;
        return true;
    }

    // ---- the other side

    @Override
    public @Nullable Certified certified() throws WireException {
        try {
            X509Certificate shown = (X509Certificate) engine.getSession().getPeerCertificates()[0];
            return new Certified(shown.getSubjectX500Principal().getName(), node(shown));
        } catch (SSLPeerUnverifiedException | CertificateParsingException unreadable) {
            throw new WireException("its certificate can't be read: " + unreadable, unreadable);
        }
    }

    private static @Nullable NodeId node(X509Certificate shown) throws CertificateParsingException {
        Collection<List<?>> names = shown.getSubjectAlternativeNames();
        if (names == null) {
            return null;
        }
        for (List<?> each : names) {
            String name = String.valueOf(each.get(1)).toLowerCase(Locale.ROOT);
            if (each.get(0).equals(NAME_OF_URI) && name.startsWith(NODE_NAME)) {
                Optional<NodeId> node = NodeId.parse(name.substring(NODE_NAME.length()));
                if (node.isPresent()) {
                    return node.get();
                }
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
