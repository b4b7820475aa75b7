package dev.assent.transport.iiop.orb;

import com.sun.corba.se.spi.ior.ObjectKey;
import com.sun.corba.se.spi.protocol.ForwardException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.ORB;
import org.omg.CORBA.TRANSIENT;

/**
 * Requests to a {@code corbaloc::HOST:PORT/NAME} (CORBA 3.3, section 7.6.10). Their key is a name, and no object
 * adapter made it. This class forwards them to the object of that name; by its standard API an ORB answers only what
 * was registered while it started. Like {@link LeftCallers} it works on the JDK's ORB only. With another ORB, clients
 * find objects by the NameService.
 *
 * <p>Thread safety: safe to share.
 */
final class PlainKeys {
    private static final String THE_JDKS = "com.sun.corba.se.";

    private final AtomicReference<@Nullable Function<String, org.omg.CORBA.@Nullable Object>> objects =
            new AtomicReference<>();

    /** Knows no objects yet: callers should ask again. */
    PlainKeys() {}

    /**
     * Forwards requests from now on.
     *
     * @param byName a reference to the object of a name; null for text that is not a name
     */
    void open(Function<String, org.omg.CORBA.@Nullable Object> byName) {
        objects.set(byName);
    }

    /** Takes those requests of an ORB whose keys no object adapter knows. */
    void serve(ORB orb) {
        if (orb.getClass().getName().startsWith(THE_JDKS)) {
            com.sun.corba.se.spi.orb.ORB own = (com.sun.corba.se.spi.orb.ORB) orb;
            own.setBadServerIdHandler(key -> forward(own, key));
        }
    }

    private void forward(com.sun.corba.se.spi.orb.ORB orb, ObjectKey key) {
        Function<String, org.omg.CORBA.@Nullable Object> byName = objects.get();
        if (byName == null) {
            throw new TRANSIENT("the process is starting", 0, CompletionStatus.COMPLETED_NO);
        }
        org.omg.CORBA.Object found = byName.apply(new String(key.getBytes(orb), StandardCharsets.ISO_8859_1));
        if (found == null) {
            throw new OBJECT_NOT_EXIST("no object here has this key", 0, CompletionStatus.COMPLETED_NO);
        }
        throw new ForwardException(orb, found);
    }
}
