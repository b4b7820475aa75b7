package dev.assent.interop.ots;

import dev.assent.interop.Books;
import org.omg.CORBA.ORB;
import org.omg.CORBA.UNKNOWN;
import org.omg.CORBA.portable.ApplicationException;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.RemarshalException;
import org.omg.CosNaming.NamingContextExtHelper;

/** Books of another process, of whatever make. Thread safety: safe to share. */
public record BooksStub(ObjectImpl object) implements Books {
    /** The books at an address of the form HOST:PORT/NAME, by the names of that process. */
    public static BooksStub at(ORB orb, String address) {
        int slash = address.indexOf('/');
        try {
            return new BooksStub((ObjectImpl) NamingContextExtHelper.unchecked_narrow(
                            orb.string_to_object("corbaloc::" + address.substring(0, slash) + "/NameService"))
                    .resolve(new org.omg.CosNaming.NameComponent[] {
                        new org.omg.CosNaming.NameComponent(address.substring(slash + 1), "")
                    }));
        } catch (org.omg.CORBA.UserException notFound) {
            throw new IllegalArgumentException(address, notFound);
        }
    }

    private int call(String operation, int entry) {
        InputStream reply = null;
        try {
            OutputStream out = object._request(operation, true);
            out.write_long(entry);
            reply = object._invoke(out);
            return reply.read_long();
        } catch (RemarshalException forwarded) {
            return call(operation, entry);
        } catch (ApplicationException undeclared) {
            throw new UNKNOWN(undeclared.getId());
        } finally {
            object._releaseReply(reply);
        }
    }

    @Override
    public int write(int entry) {
        return call("write", entry);
    }

    @Override
    public int refuse(int entry) {
        return call("refuse", entry);
    }

    @Override
    public int look(int entry) {
        return call("look", entry);
    }

    @Override
    public int watch(int entry) {
        return call("watch", entry);
    }
}
