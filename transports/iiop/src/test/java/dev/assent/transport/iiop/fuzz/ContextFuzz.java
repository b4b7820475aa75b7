package dev.assent.transport.iiop.fuzz;

import dev.assent.remote.message.Context;
import dev.assent.transport.iiop.context.ContextCodec;
import dev.assent.transport.iiop.context.ContextException;
import dev.assent.transport.iiop.reference.IiopAddress;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.util.Objects;

/**
 * A target of Jazzer: transaction contexts (docs/guide/fuzz.md). Any bytes are refused, or a context that is written and read
 * again as the same.
 */
public final class ContextFuzz {
    private ContextFuzz() {}

    /** One try. */
    public static void fuzzerTestOneInput(byte[] input) {
        try {
            Context read = ContextCodec.read(input);
            String address = read.superior().address();
            Ior coordinator =
                    Ior.parse(Objects.requireNonNull(IiopAddress.parse(address).reference()));
            Context again = ContextCodec.read(ContextCodec.write(read, coordinator));
            if (read.superior().name() != null && !read.equals(again)) {
                throw new AssertionError(read + " is written as " + again);
            }
            if (!read.id().equals(again.id()) || !read.superior().equals(again.superior())) {
                throw new AssertionError(read + " is written as " + again);
            }
        } catch (ContextException refused) {
            // as it should be
        } catch (ReferenceException broken) {
            throw new AssertionError("the coordinator of a context that was read can't be read", broken);
        }
    }
}
