package dev.assent.interop.narayana;

import com.arjuna.ats.internal.jts.ORBManager;
import dev.assent.interop.Books;
import dev.assent.interop.TransactionalBooks;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.InvokeHandler;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.ResponseHandler;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.Servant;

/** Books as a CORBA object. Thread safety: as the books. */
final class BooksServant extends Servant implements InvokeHandler {
    private final Books books;

    private BooksServant(Books books) {
        this.books = books;
    }

    /** A reference to an object that has these books. */
    static org.omg.CORBA.Object activate(Books books) throws Exception {
        return ORBManager.getPOA().rootPoa().servant_to_reference(new BooksServant(books));
    }

    @Override
    public String[] _all_interfaces(POA adapter, byte[] id) {
        return new String[] {"RMI:" + Books.class.getName() + ":0000000000000000"};
    }

    @Override
    public OutputStream _invoke(String operation, InputStream in, ResponseHandler handler) {
        int result = TransactionalBooks.invoke(books, operation, in.read_long());
        OutputStream out = handler.createReply();
        out.write_long(result);
        return out;
    }
}
