package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.transport.nativewire.wire.Hello;
import org.jspecify.annotations.Nullable;

/**
 * The content of the other side's certificate. Immutable.
 *
 * @param subject its name, for messages
 * @param node the node that it names; null if it names none
 */
public record Certified(String subject, @Nullable NodeId node) {
    /** The message for a hello that contradicts the certificate. */
    public static String mismatch(Hello hello, Certified certified) {
        return MESSAGES.notItsNode(
                hello.node() == null ? "no node" : "node " + hello.node(),
                certified.subject,
                certified.node == null ? "no node" : "node " + certified.node,
                TlsTransfer.NODE_NAME + "...");
    }
}
