package dev.assent.transport.iiop.orb;

import java.util.Set;
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

/** Makes a servant for each request, from the object's id. Thread safety: safe to share. */
final class ServantFinder extends LocalObject implements ServantLocator {
    private static final long serialVersionUID = 1L;

    /** The operations that every ORB answers by itself, for objects that exist. */
    private static final Set<String> ASKS_FOR_IT = Set.of("_is_a", "_non_existent", "_not_existent", "_interface");

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
        Servant made = byId.apply(id);
        if (made instanceof MayBeAbsent there && ASKS_FOR_IT.contains(operation)) {
            there.checkThere();
        }
        return made;
    }

    @Override
    public void postinvoke(byte[] id, POA adapter, String operation, Object cookie, Servant servant) {}
}
