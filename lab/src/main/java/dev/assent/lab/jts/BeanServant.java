package dev.assent.lab.jts;

import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.UNKNOWN;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.InvokeHandler;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.ResponseHandler;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.Servant;

/**
 * An object behind the ORB's own RMI-IIOP: what it returns is a value, what it is given a number, as the ties that a compiler
 * makes have it. Thread safety: as the object.
 */
final class BeanServant extends Servant implements InvokeHandler {
    private final Class<?> type;
    private final Object bean;
    private final Map<String, Method> methods;

    BeanServant(Class<?> type, Object bean) {
        this.type = type;
        this.bean = bean;
        this.methods = Arrays.stream(type.getMethods()).collect(Collectors.toMap(Method::getName, Function.identity()));
    }

    @Override
    public String[] _all_interfaces(POA adapter, byte[] id) {
        return new String[] {"RMI:" + type.getName() + ":0000000000000000"};
    }

    @Override
    public OutputStream _invoke(String operation, InputStream in, ResponseHandler handler) {
        Method method = methods.get(operation);
        if (method == null) {
            throw new BAD_OPERATION(operation);
        }
        @Nullable Object[] arguments = method.getParameterCount() == 0 ? new Object[0] : new Object[] {in.read_longlong()};
        Object result;
        try {
            result = method.invoke(bean, arguments);
        } catch (ReflectiveOperationException failed) {
            throw (UNKNOWN) new UNKNOWN(failed.toString()).initCause(failed);
        }
        OutputStream out = handler.createReply();
        if (method.getReturnType() != void.class) {
            ((org.omg.CORBA_2_3.portable.OutputStream) out).write_value((Serializable) result, method.getReturnType());
        }
        return out;
    }
}
