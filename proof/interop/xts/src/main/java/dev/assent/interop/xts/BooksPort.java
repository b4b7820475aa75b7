package dev.assent.interop.xts;

import dev.assent.interop.Books;
import jakarta.jws.WebService;

/** {@link Books} as a Web service, under the names that a node of Assent gives them, which are the default ones of JAX-WS. */
@WebService(name = "Books", targetNamespace = BooksPort.NAMESPACE)
public interface BooksPort {
    /** That of the package of {@link Books}. */
    String NAMESPACE = "http://interop.assent.dev/";

    /** As of {@link Books}. */
    int write(int entry);

    /** As of {@link Books}. */
    int refuse(int entry);

    /** As of {@link Books}. */
    int look(int entry);

    /** As of {@link Books}. */
    int watch(int entry);
}
