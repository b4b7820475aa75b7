package dev.assent.lab.xts.peer;

import java.lang.reflect.Method;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.support.JaxWsServiceFactoryBean;

/** An interface without annotations as a Web service of JAX-WS, document/literal and wrapped: each of its methods is one. */
final class PlainInterface extends JaxWsServiceFactoryBean {
    private static final String NAMESPACE = "http://lab.assent.dev/";

    /** How CXF makes one, for client and server alike. */
    PlainInterface(Class<?> type) {
        setServiceName(new QName(NAMESPACE, type.getSimpleName() + "Service"));
        setEndpointName(new QName(NAMESPACE, type.getSimpleName() + "Port"));
    }

    @Override
    protected boolean isValidMethod(Method method) {
        return true;
    }
}
