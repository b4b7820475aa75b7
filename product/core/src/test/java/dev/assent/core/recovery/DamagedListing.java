package dev.assent.core.recovery;

import dev.assent.TransactionId;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.spi.RecoverableResource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A resource whose list, given one by one, begins with branches of another transaction manager. Its driver can't read
 * them, and returns nulls. Not thread-safe.
 */
final class DamagedListing implements RecoverableResource {
    /** An Xid without its parts. */
    private record Damaged(
            int getFormatId, byte @Nullable [] getGlobalTransactionId, byte @Nullable [] getBranchQualifier)
            implements Xid {}

    private final RecordingResource real;
    private final Deque<Xid[]> parts = new ArrayDeque<>();

    DamagedListing(RecordingResource real) {
        this.real = real;
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public Session open() throws Exception {
        Session session = real.open();
        return new Session() {
            @Override
            public XAResource xaResource() {
                return listing(session.xaResource());
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    private XAResource listing(XAResource all) {
        return (XAResource) Proxy.newProxyInstance(
                XAResource.class.getClassLoader(), new Class<?>[] {XAResource.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("recover")
                                ? recover(all, (int) arguments[0])
                                : method.invoke(all, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private Xid[] recover(XAResource all, int flags) throws Exception {
        if ((flags & XAResource.TMSTARTRSCAN) != 0) {
            parts.clear();
            parts.add(new Xid[] {null});
            parts.add(new Xid[] {new Damaged(-1, null, null)});
            parts.add(new Xid[] {new Damaged(TransactionId.ASSENT_FORMAT, null, new byte[25])});
            parts.add(new Xid[] {new Damaged(TransactionId.ASSENT_FORMAT, new byte[28], null)});
            Arrays.stream(all.recover(flags)).forEach(each -> parts.add(new Xid[] {each}));
        }
        return parts.isEmpty() ? new Xid[0] : parts.poll();
    }
}
