package dev.assent.transport.nativewire.connection;

import static dev.assent.transport.nativewire.message.NativeMessages.MESSAGES;

import dev.assent.transport.nativewire.wire.Aliases;
import dev.assent.transport.nativewire.wire.Frame;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.Shorthand;
import dev.assent.transport.nativewire.wire.WireException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the hellos of both sides have agreed on.
 *
 * <p>Thread safety: {@link #number} by one thread at a time, the rest by any.
 */
record LinkTerms(Shorthand shorthand, Hello.Limits limits) {
    /**
     * The terms of two hellos.
     *
     * @param certified the other side's certificate; null for none
     * @throws WireException if they have no version in common, or the certificate names another node
     */
    static LinkTerms agreed(Line line, Hello own, Hello other, @Nullable Certified certified) throws WireException {
        if (Hello.versionOf(other) == 0) {
            throw new WireException(MESSAGES.version(other.versionMin(), other.versionMax(), Hello.VERSION));
        }
        if (certified != null && !Objects.equals(certified.node(), other.node())) {
            throw new WireException(Certified.mismatch(other, certified));
        }
        return new LinkTerms(
                new Shorthand(own.party(line.scheme()), other.party(line.scheme()), new Aliases()), other.limits());
    }

    /**
     * The frame of an exchange.
     *
     * @throws WireException if it is longer than the other side accepts, or can't be written
     */
    Frame frame(Exchange exchange, Line line) throws WireException {
        Frame frame = exchange.frame(shorthand);
        int bytes = frame.size() - Integer.BYTES;
        int max = limits.frameBytesMax();
        if (bytes > max) {
            throw new WireException(MESSAGES.frameTooLarge(bytes, line.address(), max));
        }
        return frame;
    }

    /** Whether an address is to get a number, so that later frames are smaller. */
    boolean isToBeNumbered(@Nullable String address) {
        return address != null
                && !address.equals(shorthand.opener().address())
                && !address.equals(shorthand.acceptor().address())
                && shorthand.aliases().find(address) < 0;
    }

    /** The frame that gives an address its number; null if it has one, or gets none. */
    @Nullable Frame number(@Nullable String address) {
        return address != null && shorthand.aliases().find(address) < 0
                ? shorthand.aliases().add(address)
                : null;
    }
}
