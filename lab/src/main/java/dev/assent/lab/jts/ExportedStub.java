package dev.assent.lab.jts;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.UNKNOWN;
import org.omg.CORBA.portable.ApplicationException;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.RemarshalException;

/** Calls the object that an {@link ExportedServant} serves. Thread safety: safe to share. */
record ExportedStub(ObjectImpl object) implements InvocationHandler {
    /** The object as its own type. */
    static <T> T of(ObjectImpl object, Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new ExportedStub(object)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
        InputStream reply = null;
        try {
            OutputStream out = object._request(method.getName(), true);
            Class<?>[] types = method.getParameterTypes();
            for (int i = 0; i < types.length; i++) {
                Arguments.write(out, types[i], arguments == null ? null : arguments[i]);
            }
            reply = object._invoke(out);
            return Arguments.read(reply, method.getReturnType());
        } catch (RemarshalException forwarded) {
            return invoke(proxy, method, arguments);
        } catch (ApplicationException undeclared) {
            throw new UNKNOWN(undeclared.getId());
        } finally {
            object._releaseReply(reply);
        }
    }
}
