package dev.assent.transport.nativewire;

import dev.assent.core.fixture.Waiting;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/**
 * A peer that speaks TLS 1.3 with the server, asks it for new keys as often as a test wants, and reads only when the
 * test does.
 *
 * <p>Thread safety: one thread may write while another one reads; the rest is not thread-safe.
 */
final class RekeyingPeer implements AutoCloseable {
    /** So that little of what is not read has a place here. */
    private static final int RECEIVED_BYTES_MAX = 4096;

    private static final int READ_MILLIS_MAX = Waiting.MILLIS_MAX;
    private static final int BUFFER_BYTES = 1 << 16;

    private final Socket socket = new Socket();
    private final SSLEngine engine;
    private final ByteBuffer come = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
    private final ByteBuffer opened = ByteBuffer.allocate(BUFFER_BYTES).limit(0);

    /** Connects, and shows the certificate of the context. */
    RekeyingPeer(int port, SSLContext context) throws IOException {
        socket.setReceiveBufferSize(RECEIVED_BYTES_MAX);
        socket.setSoTimeout(READ_MILLIS_MAX);
        engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3"});
        engine.setSSLParameters(parameters);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        shakeHands();
    }

    private void shakeHands() throws IOException {
        engine.beginHandshake();
        for (HandshakeStatus step = engine.getHandshakeStatus();
                step != HandshakeStatus.NOT_HANDSHAKING;
                step = engine.getHandshakeStatus()) {
            if (step == HandshakeStatus.NEED_TASK) {
                Objects.requireNonNull(engine.getDelegatedTask()).run();
            } else if (step == HandshakeStatus.NEED_WRAP) {
                write(records());
            } else {
                read();
            }
        }
    }

    /** The records with some bytes; without any, those that the engine wants to write. */
    byte[] records(byte... plain) throws SSLException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteBuffer from = ByteBuffer.wrap(plain);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        do {
            engine.wrap(from, record.clear());
            all.write(record.array(), 0, record.position());
        } while (from.hasRemaining() || engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
        return all.toByteArray();
    }

    /** The record that tells of new keys of this side, and wants new ones of the other (RFC 8446, 4.6.3). */
    byte[] wishForNewKeys() throws SSLException {
        engine.beginHandshake();
        return records();
    }

    /** Writes records; returns when the socket has taken them. */
    void write(byte[] records) throws IOException {
        socket.getOutputStream().write(records);
    }

    /** The next frame: its kind and what follows. */
    byte[] frame() throws IOException {
        return take(ByteBuffer.wrap(take(Integer.BYTES)).getInt());
    }

    private byte[] take(int count) throws IOException {
        while (opened.remaining() < count) {
            read();
        }
        byte[] taken = new byte[count];
        opened.get(taken);
        return taken;
    }

    /** Opens a record, or reads what is missing of it. */
    private void read() throws IOException {
        opened.compact();
        Status status = engine.unwrap(come, opened).getStatus();
        opened.flip();
        if (status == Status.BUFFER_UNDERFLOW) {
            come.compact();
            int count = socket.getInputStream().read(come.array(), come.position(), come.remaining());
            if (count < 0) {
                throw new EOFException("the server has closed it");
            }
            come.position(come.position() + count).flip();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
