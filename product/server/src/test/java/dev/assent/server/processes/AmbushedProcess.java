package dev.assent.server.processes;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.server.crash.CrashTrigger;
import dev.assent.server.crash.CrashVictim;
import dev.assent.server.crash.Transfer;
import dev.assent.server.crash.Victim;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * A process of {@link AmbushIT}. The argument is {@code node}, or the port of one for a client. The first transfers of a
 * client are refused before it does anything; by the others it and the node pass the point.
 */
public final class AmbushedProcess {
    /** So many are refused. */
    static final int REFUSED = 2;

    /** The point. */
    static final String PASSED = "PASSED";

    private AmbushedProcess() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws IOException {
        String argument = arguments[0];
        CrashVictim.serve(trigger ->
                argument.equals("node") ? new Node(trigger) : new Client(trigger, Integer.parseInt(argument)));
    }

    private static void pass(CrashTrigger trigger, Role role) {
        trigger.reach(role.first());
        trigger.reach(PASSED);
    }

    /** Passes the point when a client connects, and then closes the connection. */
    private static final class Node implements Victim {
        private final Assent assent =
                Assent.builder().with(Setting.LOG, "memory").open();
        private final ServerSocket server;

        Node(CrashTrigger trigger) {
            try {
                server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
            } catch (IOException none) {
                throw new UncheckedIOException(none);
            }
            Thread accepting = new Thread(() -> serve(trigger), "accepting");
            accepting.setDaemon(true);
            accepting.start();
        }

        private void serve(CrashTrigger trigger) {
            try {
                while (true) {
                    try (Socket waiting = server.accept()) {
                        pass(trigger, Role.COORDINATOR);
                    }
                }
            } catch (IOException closed) {
                // the server socket is closed
            }
        }

        @Override
        public Assent node() {
            return assent;
        }

        @Override
        public String obey(String[] command) {
            return command[0] + " " + server.getLocalPort();
        }

        @Override
        public void close() {
            assent.close();
        }
    }

    private record Client(CrashTrigger trigger, int port) implements Victim {
        @Override
        public @Nullable Assent node() {
            return null;
        }

        @Override
        public void make(Transfer transfer) throws Exception {
            if (transfer.id() <= REFUSED) {
                throw new RollbackException("refused");
            }
            pass(trigger, Role.CLIENT);
            try (Socket toNode = new Socket(InetAddress.getLoopbackAddress(), port)) {
                while (toNode.getInputStream().read() >= 0) {
                    // until the node has passed it, or is dead
                }
            }
        }

        @Override
        public void close() {}
    }
}
