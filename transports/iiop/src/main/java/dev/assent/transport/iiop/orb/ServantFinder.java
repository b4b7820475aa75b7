package dev.assent.transport.iiop.orb;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.TRANSIENT;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.Servant;
import org.omg.PortableServer.ServantLocator;
import org.omg.PortableServer.ServantLocatorPackage.CookieHolder;

/** Makes a servant for each request, of what the object's id says. Thread safety: safe to share. */
final class ServantFinder extends LocalObject implements ServantLocator {
    private static final long serialVersionUID = 1L;

    private final transient AtomicReference<@Nullable Function<byte[], Servant>> servants = new AtomicReference<>();

    void open(Function<byte[], Servant> byId) {
        servants.set(byId);
    }

    @Override
    public Servant preinvoke(byte[] id, POA adapter, String operation, CookieHolder cookie) {
        Function<byte[], Servant> byId = servants.get();
        if (byId == null) {
            throw new TRANSIENT(0, CompletionStatus.COMPLETED_NO);
        }
        return byId.apply(id);
    }

    @Override
    public void postinvoke(byte[] id, POA adapter, String operation, Object cookie, Servant servant) {}
}
