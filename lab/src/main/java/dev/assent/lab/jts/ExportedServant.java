package dev.assent.lab.jts;

import java.lang.reflect.InvocationTargetException;
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

/** An object behind the ORB's own RMI-IIOP, as the ties that a compiler makes. Thread safety: as the object. */
final class ExportedServant extends Servant implements InvokeHandler {
    private final Class<?> type;
    private final Object object;
    private final Map<String, Method> methods;

    ExportedServant(Class<?> type, Object object) {
        this.type = type;
        this.object = object;
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
        Class<?>[] types = method.getParameterTypes();
        @Nullable Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = Arguments.read(in, types[i]);
        }
        @Nullable Object result = call(method, arguments);
        OutputStream out = handler.createReply();
        Arguments.write(out, method.getReturnType(), result);
        return out;
    }

    private @Nullable Object call(Method method, @Nullable Object[] arguments) {
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException failed) {
            throw unknown(failed.getCause() == null ? failed : failed.getCause());
        } catch (ReflectiveOperationException refused) {
            throw unknown(refused);
        }
    }

    private static UNKNOWN unknown(Throwable failed) {
        UNKNOWN unknown = new UNKNOWN(failed.toString());
        unknown.initCause(failed);
        return unknown;
    }
}
