package dev.assent.transport.nativewire.value;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Reference;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.Result.Effect;
import dev.assent.remote.service.Absent;
import dev.assent.remote.service.FarFailure;
import dev.assent.transport.nativewire.wire.ContextCodec;
import dev.assent.transport.nativewire.wire.EffectCodec;
import dev.assent.transport.nativewire.wire.Shorthand;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import dev.assent.transport.nativewire.wire.WireOut;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads calls and results: the bodies of their frames after the number.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class CallCodec {
    private static final int NOTHING = 0;
    private static final int VALUE = 1;
    private static final int REFERENCE = 2;
    private static final int FAILURE = 3;
    private static final int NO_OBJECT = 4;
    private static final int NO_METHOD = 5;

    private static final long UINT_MAX = 0xFFFF_FFFFL;

    private final ObjectMapper mapper;
    private final Map<Method, Operation> byMethod = new ConcurrentHashMap<>();
    private final Map<Class<?>, Map<String, Method>> bySignature = new ConcurrentHashMap<>();

    /**
     * Makes a codec.
     *
     * @param depthMax how deeply values may be nested
     * @param frameBytesMax the largest frame
     */
    public CallCodec(int depthMax, int frameBytesMax) {
        mapper = ValueMapper.of(depthMax, frameBytesMax);
    }

    private Operation operation(Method method) throws WireException {
        Operation known = byMethod.get(method);
        if (known != null) {
            return known;
        }
        try {
            return byMethod.computeIfAbsent(method, fresh -> new Operation(fresh, mapper));
        } catch (IllegalArgumentException untyped) {
            throw new WireException(String.valueOf(untyped.getMessage()), untyped);
        }
    }

    // ---- calls

    /**
     * Writes a call.
     *
     * @throws WireException when its arguments can't be written
     */
    public void write(WireOut out, Shorthand shorthand, Call call) throws WireException {
        Operation operation = operation(call.method());
        Context context = call.context();
        out.putInt((int) Math.min(call.timeoutMillis(), UINT_MAX));
        out.putString(call.object()).putString(operation.signature()).putByte(context == null ? 0 : 1);
        if (context != null) {
            ContextCodec.write(out, shorthand, context);
        }
        operation.writeArguments(out, call.arguments());
    }

    /** A call that has come, or the reason why it is refused, as {@link #refuse} writes it. */
    public record Read(@Nullable Call call, int refusal, String text) {}

    /**
     * Reads a call.
     *
     * @param types the interfaces of objects, by their names
     * @throws WireException when the frame is malformed; the connection can't be used any more then
     */
    public Read read(WireIn in, Shorthand shorthand, Function<String, @Nullable Class<?>> types) throws WireException {
        long timeoutMillis = in.takeInt("the timeout") & UINT_MAX;
        String object = in.takeString("the object");
        String signature = in.takeString("the method");
        Context context = in.takeBoolean("whether there is a context") ? ContextCodec.read(in, shorthand) : null;
        Class<?> type = types.apply(object);
        if (type == null) {
            return new Read(null, NO_OBJECT, "");
        }
        Method method = bySignature.computeIfAbsent(type, CallCodec::methods).get(signature);
        if (method == null) {
            return new Read(null, NO_METHOD, type.getName());
        }
        try {
            @Nullable Object[] arguments = operation(method).readArguments(in);
            return new Read(new Call(object, method, arguments, context, timeoutMillis), NOTHING, "");
        } catch (WireException unreadable) {
            return new Read(null, FAILURE, String.valueOf(unreadable.getMessage()));
        }
    }

    private static Map<String, Method> methods(Class<?> type) {
        Map<String, Method> methods = new HashMap<>();
        for (Method each : type.getMethods()) {
            if (!Modifier.isStatic(each.getModifiers()) && !each.isBridge()) {
                methods.putIfAbsent(Operation.signature(each), each);
            }
        }
        return methods;
    }

    // ---- results

    /** Writes that a call was refused and not done. */
    public static void refuse(WireOut out, Read unread) {
        out.putByte(0).putByte(unread.refusal());
        if (unread.refusal() == NO_METHOD) {
            out.putString(unread.text());
        } else if (unread.refusal() == FAILURE) {
            Failures.write(out, FarFailure.of(new ServiceRefusedException(unread.text(), null), false));
        }
    }

    /**
     * Writes the result of a call.
     *
     * @param result any but Unanswered
     * @throws WireException when the value can't be written
     */
    public void write(WireOut out, Shorthand shorthand, Call call, Result result) throws WireException {
        Context context = call.context();
        if (result instanceof Result.Thrown thrown) {
            EffectCodec.write(out, shorthand, thrown.effect(), context == null ? null : context.id());
            Failures.write(out.putByte(FAILURE), FarFailure.of(thrown.failure(), thrown.isApplications()));
            return;
        }
        Result.Returned returned = (Result.Returned) result;
        EffectCodec.write(out, shorthand, returned.effect(), context == null ? null : context.id());
        Object value = returned.value();
        if (value == null) {
            out.putByte(NOTHING);
        } else if (value instanceof Reference reference) {
            out.putByte(REFERENCE).putString(reference.object()).putString(reference.type());
        } else {
            operation(call.method()).writeResult(out.putByte(VALUE), value);
        }
    }

    /**
     * Reads the result of a call. If its value can't be read, the result is a failure, and the transaction can only
     * roll back; what the call did to the transaction is still known.
     */
    public Result read(WireIn in, Shorthand shorthand, Call call) throws WireException {
        Context context = call.context();
        Effect effect = EffectCodec.read(in, shorthand, context == null ? null : context.id());
        int kind = in.takeByte("the kind of a result");
        switch (kind) {
            case NOTHING -> {
                in.end("the result");
                return new Result.Returned(null, effect);
            }
            case VALUE -> {
                return readValue(in, call, effect);
            }
            case REFERENCE -> {
                Reference reference = new Reference(in.takeString("the reference"), in.takeString("its type"));
                in.end("the result");
                return new Result.Returned(reference, effect);
            }
            case FAILURE -> {
                FarFailure.Thrown thrown = Failures.read(in).thrown(call.method());
                return new Result.Thrown(thrown.failure(), thrown.isApplications(), effect);
            }
            case NO_OBJECT -> {
                in.end("the result");
                return new Result.Thrown(Absent.object(call.object(), call.method()), false, effect);
            }
            case NO_METHOD -> {
                String type = in.takeString("the type");
                in.end("the result");
                return new Result.Thrown(Absent.method(call.object(), call.method(), type), false, effect);
            }
            default -> throw new WireException("result " + kind + " is not allowed; 0 to 5 are");
        }
    }

    private Result readValue(WireIn in, Call call, Effect effect) {
        try {
            return new Result.Returned(operation(call.method()).readResult(in), effect);
        } catch (WireException unreadable) {
            return new Result.Thrown(unreadable, false, new Effect(effect.registration(), true));
        }
    }
}
