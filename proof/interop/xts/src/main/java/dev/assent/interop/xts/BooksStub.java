package dev.assent.interop.xts;

import com.arjuna.mw.wst11.client.JaxWSHeaderContextProcessor;
import dev.assent.interop.Books;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import javax.xml.namespace.QName;

/** Books of another process, of whatever make; calls carry the transaction by XTS's own handler. Used by one thread. */
record BooksStub(BooksPort port) implements Books {
    private static final QName SERVICE = new QName(BooksPort.NAMESPACE, "BooksService");
    private static final QName PORT = new QName(BooksPort.NAMESPACE, "BooksPort");

    /** The books at an address of the form HOST:PORT/NAME. */
    static BooksStub at(String address) {
        Service service = Service.create(SERVICE);
        service.addPort(PORT, SOAPBinding.SOAP11HTTP_BINDING, "http://" + address);
        BooksPort port = service.getPort(PORT, BooksPort.class);
        ((BindingProvider) port).getBinding().setHandlerChain(List.of(new JaxWSHeaderContextProcessor()));
        return new BooksStub(port);
    }

    @Override
    public int write(int entry) {
        return port.write(entry);
    }

    @Override
    public int refuse(int entry) {
        return port.refuse(entry);
    }

    @Override
    public int look(int entry) {
        return port.look(entry);
    }

    @Override
    public int watch(int entry) {
        return port.watch(entry);
    }
}
