package dev.assent.core.adapter;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.core.observe.Notices;
import dev.assent.core.operator.OperatorConsole;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * The socket {@code admin} in the folder of a running node's log, a Unix domain socket: an operator's commands come in,
 * answers go out. Only its owner may use the file, and the system tells the user of each connection: the socket accepts
 * the owner and root, and denies all others (law 22: a certificate is not a right).
 *
 * <p>One daemon thread accepts; a command runs on the node's workers, {@value #CONNECTIONS_MAX} at a time at most. The
 * socket closes each further connection. It also closes one that takes longer than ten seconds to send its command, or
 * to read its answer.
 *
 * <p>Thread safety: any thread may call all methods.
 */
public final class AdminSocket implements AutoCloseable {
    /** The name of the socket in the folder. */
    public static final String FILE = "admin";

    /** The longest path that every system accepts, in bytes; Linux has 107, macOS 103. */
    private static final int PATH_BYTES_MAX = 103;

    private static final int CONNECTIONS_MAX = 8;

    private static final long TALK_MILLIS_MAX = 10_000;

    /** How long to wait after a connection that could not be accepted. */
    private static final long PAUSE_NANOS = 200_000_000;

    private final Path path;
    private final String owner;
    private final ServerSocketChannel server;
    private final Parts parts;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

    /**
     * The parts that it uses.
     *
     * @param workers run commands, which block
     * @param notices get a warning if the socket can't be opened; the node then runs without it
     * @param talkMillisMax how long a client may take to send its command and, again, to read its answer
     */
    public record Parts(OperatorConsole console, Executor workers, Notices notices, long talkMillisMax) {
        /** With ten seconds for each. */
        public Parts(OperatorConsole console, Executor workers, Notices notices) {
            this(console, workers, notices, TALK_MILLIS_MAX);
        }
    }

    private AdminSocket(Path path, ServerSocketChannel server, Parts parts) throws IOException {
        this.path = path;
        this.owner = Files.getOwner(path).getName();
        this.server = server;
        this.parts = parts;
    }

    /**
     * Opens the socket of a folder that this process uses; replaces an older one.
     *
     * @return null if it can't be opened
     */
    public static @Nullable AdminSocket open(Path folder, Parts parts) {
        Path path = folder.resolve(FILE);
        int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > PATH_BYTES_MAX) {
            parts.notices().warning(MESSAGES.adminPathLong(path, bytes, PATH_BYTES_MAX));
            return null;
        }
        try {
            if (!isAskerTold()) {
                throw new UnsupportedOperationException("this system does not tell who connects");
            }
            Files.deleteIfExists(path);
            return listen(path, parts);
        } catch (IOException | UnsupportedOperationException noSocket) {
            parts.notices().warning(MESSAGES.adminNotOpened(path, noSocket));
            return null;
        }
    }

    /** Whether the system tells the user of a connection: Linux and macOS do, Windows does not. */
    private static boolean isAskerTold() throws IOException {
        try (SocketChannel any = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return any.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED);
        } catch (UnsupportedOperationException noSocket) {
            return false;
        }
    }

    private static AdminSocket listen(Path path, Parts parts) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(path));
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
            AdminSocket socket = new AdminSocket(path, server, parts);
            Thread thread = new Thread(socket::accept, "assent-admin");
            thread.setDaemon(true);
            thread.start();
            return socket;
        } catch (Throwable failed) {
            server.close();
            throw failed;
        }
    }

    /** Runs until the server is closed. A failure does not end it: a connected client still waits for its answer. */
    private void accept() {
        boolean isTold = false;
        while (server.isOpen()) {
            try {
                Thread.interrupted(); // left by a command on this thread; it would make accept close the socket
                take(server.accept());
                isTold = false;
            } catch (Throwable failed) {
                if (server.isOpen()) {
                    isTold = isTold || tell(failed);
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
    }

    /** Reports a failure. That may fail as well: without a free file handle, logging may not work. */
    private boolean tell(Throwable failed) {
        try {
            parts.notices().warning(MESSAGES.adminNotAccepting(path, failed));
            return true;
        } catch (Throwable untold) {
            return false; // the next report includes it
        }
    }

    private void take(SocketChannel channel) {
        open.add(channel);
        if (open.size() > CONNECTIONS_MAX || !server.isOpen()) {
            hangUp(channel);
            return;
        }
        boolean isTaken = false;
        try {
            parts.workers().execute(() -> serve(channel));
            isTaken = true;
        } finally {
            if (!isTaken) { // for example, no thread could be started
                hangUp(channel);
            }
        }
    }

    private void serve(SocketChannel channel) {
        try (DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
                DataOutputStream out = new DataOutputStream(Channels.newOutputStream(channel))) {
            String who =
                    channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
            OperatorAnswer answer = isAllowed(who) ? answer(channel, in, who) : denied(who);
            watched(channel, () -> {
                AdminFrames.write(answer, out);
                return answer;
            });
        } catch (IOException gone) {
            // the client no longer listens; the request is in the audit
        } finally {
            hangUp(channel);
        }
    }

    private boolean isAllowed(String who) {
        return who.equals(owner) || who.equals("root");
    }

    private OperatorAnswer denied(String who) {
        return new OperatorAnswer(OperatorAnswer.FINDING, MESSAGES.adminDenied(who, owner));
    }

    private OperatorAnswer answer(SocketChannel channel, DataInputStream in, String who) {
        try {
            OperatorRequest request = watched(channel, () -> AdminFrames.readRequest(in));
            return Awaited.of(reply -> parts.console().run(request, who, reply));
        } catch (IOException misunderstood) {
            return new OperatorAnswer(OperatorAnswer.FINDING, String.valueOf(misunderstood.getMessage()));
        }
    }

    /** A part of a conversation with a connected client, which waits for the client. */
    @FunctionalInterface
    private interface Talk<T> {
        T run() throws IOException;
    }

    /** Closes the socket if the client is too slow: a socket has no timeout of its own. */
    private <T> T watched(SocketChannel channel, Talk<T> talk) throws IOException {
        CompletableFuture<Boolean> isLate = new CompletableFuture<>();
        isLate.thenRun(() -> hangUp(channel));
        isLate.completeOnTimeout(true, parts.talkMillisMax(), TimeUnit.MILLISECONDS);
        try {
            return talk.run();
        } finally {
            isLate.cancel(false);
        }
    }

    private void hangUp(SocketChannel channel) {
        open.remove(channel);
        try {
            channel.close();
        } catch (IOException closed) {
            // it is closed
        }
    }

    /** Takes no more commands: closes the connections, and removes the socket. Idempotent. */
    @Override
    public void close() {
        try {
            server.close();
            Files.deleteIfExists(path);
        } catch (IOException stays) {
            // nobody listens at the socket: the next start replaces it
        }
        open.forEach(this::hangUp);
    }
}
