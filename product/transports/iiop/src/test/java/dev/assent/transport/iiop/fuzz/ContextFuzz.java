package dev.assent.transport.iiop.fuzz;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.transport.iiop.WrittenIor;
import dev.assent.transport.iiop.context.ContextCodec;
import dev.assent.transport.iiop.context.ContextException;
import dev.assent.transport.iiop.reference.IiopAddress;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A target of Jazzer: transaction contexts (docs/guide/fuzz.md). The input is tried as it is, and as changes in a context of
 * ours, and in one of a stranger's. Any bytes are refused, or a context that is written and read again as the same.
 */
public final class ContextFuzz {
    private static final WrittenIor COORDINATOR =
            new WrittenIor("IDL:omg.org/CosTransactions/Coordinator:1.0").at("127.0.0.1", 3628, new byte[] {1, 2});

    private static final byte[] OURS = sample(new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4));
    private static final byte[] STRANGERS = sample(null);

    private ContextFuzz() {}

    /** The context of a superior: by its name, or of a stranger, which has none. */
    private static byte[] sample(@Nullable LocalTransactionId name) {
        try {
            Ior coordinator = Ior.parse(COORDINATOR.toString());
            SuperiorRef superior =
                    new SuperiorRef(name, IiopAddress.of(coordinator).toString());
            return ContextCodec.write(
                    new Context(new ForeignTransactionId(131_072, new byte[] {5, 6, 7}), superior, 60_000, name),
                    coordinator);
        } catch (ReferenceException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** One try. */
    public static void fuzzerTestOneInput(byte[] input) {
        tryBytes(input);
        tryBytes(Changes.in(OURS, input));
        tryBytes(Changes.in(STRANGERS, input));
    }

    private static void tryBytes(byte[] bytes) {
        try {
            Context read = ContextCodec.read(bytes);
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
