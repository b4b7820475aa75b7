package dev.assent.interop.xts;

import dev.assent.interop.Books;
import jakarta.jws.HandlerChain;
import jakarta.jws.WebService;

/**
 * The books of this process as a Web service; calls bring the transaction by XTS's own handler.
 *
 * <p>Thread safety: as {@link Books}.
 */
@WebService(
        serviceName = "BooksService",
        portName = "BooksPort",
        targetNamespace = BooksPort.NAMESPACE,
        endpointInterface = "dev.assent.interop.xts.BooksPort")
@HandlerChain(file = "/books-handlers.xml")
public final class BooksService implements BooksPort {
    private final Books books;

    /** Serves books. */
    BooksService(Books books) {
        this.books = books;
    }

    @Override
    public int write(int entry) {
        return books.write(entry);
    }

    @Override
    public int refuse(int entry) {
        return books.refuse(entry);
    }

    @Override
    public int look(int entry) {
        return books.look(entry);
    }

    @Override
    public int watch(int entry) {
        return books.watch(entry);
    }
}
