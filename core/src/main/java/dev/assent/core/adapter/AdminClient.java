package dev.assent.core.adapter;

import dev.assent.core.operator.Answer;
import dev.assent.core.operator.Request;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Asks the node that holds a log's folder. Has no state. */
public final class AdminClient {
    private AdminClient() {}

    /**
     * Asks the running node through the socket in its folder, and waits for the answer.
     *
     * @throws IOException when nobody answers
     */
    public static Answer ask(Path folder, Request request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve(AdminSocket.FILE)));
                DataOutputStream out = new DataOutputStream(Channels.newOutputStream(channel));
                DataInputStream in = new DataInputStream(Channels.newInputStream(channel))) {
            AdminFrames.write(request, out);
            return AdminFrames.readAnswer(in);
        }
    }
}
