package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.core.identity.NodeId;
import dev.assent.transport.nativewire.wire.Hello;
import org.jspecify.annotations.Nullable;

/**
 * What the certificate of the other side says. Immutable.
 *
 * @param subject its name, for people
 * @param node the node that it is of; null when it names none
 */
public record Certified(String subject, @Nullable NodeId node) {
    /** What is wrong when a hello says something else. */
    public static String mismatch(Hello hello, Certified certified) {
        return MESSAGES.notItsNode(
                hello.node() == null ? "none" : hello.node(),
                certified.subject,
                certified.node == null ? "none" : certified.node,
                TlsTransfer.NODE_NAME + "...");
    }
}
