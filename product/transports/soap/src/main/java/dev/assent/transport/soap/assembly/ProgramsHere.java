package dev.assent.transport.soap.assembly;

import dev.assent.remote.message.Context;
import dev.assent.remote.transport.ThreadTransactions;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.program.Programs;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transport's view for applications of this process that use stacks of their own.
 *
 * <p>Thread safety: as {@link Programs}.
 *
 * @param contexts null before the transport is open
 */
record ProgramsHere(Supplier<@Nullable Contexts> contexts) implements Programs {
    @Override
    public @Nullable ThreadTransactions threads() {
        Contexts open = contexts.get();
        return open == null ? null : open.desk().inbound().threads();
    }

    @Override
    public Context read(Element header) {
        try {
            return open().read(CoordinationContext.read(header));
        } catch (XmlException wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
    }

    @Override
    public Element write(Context context) {
        return open().write(context).write();
    }

    private Contexts open() {
        Contexts open = contexts.get();
        if (open == null) {
            throw SoapPeer.closed();
        }
        return open;
    }
}
