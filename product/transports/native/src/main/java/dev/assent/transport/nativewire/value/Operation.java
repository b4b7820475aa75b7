package dev.assent.transport.nativewire.value;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import dev.assent.transport.nativewire.wire.WireOut;
import java.io.IOException;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A method, and how its arguments and its result are written.
 *
 * <p>If a class can't be linked or initialized, only the value fails: the rest of the call is still read. Immutable and
 * safe to share.
 */
final class Operation {
    private static final Object[] NO_ARGUMENTS = {};

    private final Method method;
    private final String signature;
    private final ObjectMapper mapper;
    private final List<Value> parameters = new ArrayList<>();
    private final Value result;

    /** One declared type. */
    private record Value(ObjectWriter writer, ObjectReader reader) {
        static Value of(ObjectMapper mapper, Type type) {
            JavaType java = mapper.constructType(type);
            return new Value(mapper.writerFor(java), mapper.readerFor(java));
        }
    }

    /**
     * Prepares a method.
     *
     * @throws IllegalArgumentException when its types are not known before it is called
     */
    Operation(Method method, ObjectMapper mapper) {
        this.method = method;
        this.signature = signature(method);
        this.mapper = mapper;
        for (Type each : method.getGenericParameterTypes()) {
            parameters.add(Value.of(mapper, checked(each)));
        }
        result = Value.of(mapper, checked(method.getGenericReturnType()));
    }

    /** Its name and the types of its parameters, which no other method of the interface has. */
    static String signature(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getName)
                .collect(Collectors.joining(",", method.getName() + "(", ")"));
    }

    private Type checked(Type type) {
        if (isVariable(type)) {
            throw new IllegalArgumentException(
                    method + " has type " + type + ", which is different at every call; a declared type is needed");
        }
        return type;
    }

    private static boolean isVariable(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Arrays.stream(generic.getActualTypeArguments()).anyMatch(Operation::isVariable);
        }
        if (type instanceof GenericArrayType array) {
            return isVariable(array.getGenericComponentType());
        }
        if (type instanceof WildcardType wildcard) {
            return Arrays.stream(wildcard.getUpperBounds()).anyMatch(Operation::isVariable);
        }
        return type instanceof TypeVariable<?>;
    }

    Method method() {
        return method;
    }

    String signature() {
        return signature;
    }

    // ---- arguments

    void writeArguments(WireOut out, @Nullable Object[] arguments) throws WireException {
        if (arguments.length != parameters.size()) {
            throw new WireException(signature + " has " + parameters.size() + " parameters, but " + arguments.length
                    + " arguments were given");
        }
        if (arguments.length == 0) {
            return;
        }
        try (JsonGenerator generator = mapper.getFactory().createGenerator(out)) {
            for (int i = 0; i < arguments.length; i++) {
                parameters.get(i).writer().writeValue(generator, arguments[i]);
            }
        } catch (IOException | RuntimeException | StackOverflowError | LinkageError notWritten) {
            throw new WireException("the arguments of " + signature + " can't be written: " + notWritten, notWritten);
        }
    }

    @Nullable Object[] readArguments(WireIn in) throws WireException {
        if (parameters.isEmpty()) {
            in.end(signature);
            return NO_ARGUMENTS;
        }
        @Nullable Object[] arguments = new Object[parameters.size()];
        try (JsonParser parser = parser(in.takeRest())) {
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = read(parameters.get(i), parser);
            }
            checkEnd(parser);
        } catch (IOException | RuntimeException | StackOverflowError | LinkageError notRead) {
            throw new WireException("the arguments of " + signature + " can't be read: " + notRead, notRead);
        }
        return arguments;
    }

    // ---- the result

    void writeResult(WireOut out, Object value) throws WireException {
        try (JsonGenerator generator = mapper.getFactory().createGenerator(out)) {
            result.writer().writeValue(generator, value);
        } catch (IOException | RuntimeException | StackOverflowError | LinkageError notWritten) {
            throw new WireException("the result of " + signature + " can't be written: " + notWritten, notWritten);
        }
    }

    @Nullable Object readResult(WireIn in) throws WireException {
        try (JsonParser parser = parser(in.takeRest())) {
            @Nullable Object value = read(result, parser);
            checkEnd(parser);
            return value;
        } catch (IOException | RuntimeException | StackOverflowError | LinkageError notRead) {
            throw new WireException("the result of " + signature + " can't be read: " + notRead, notRead);
        }
    }

    private JsonParser parser(ByteBuffer rest) throws IOException {
        return mapper.getFactory().createParser(rest.array(), rest.arrayOffset() + rest.position(), rest.remaining());
    }

    private static @Nullable Object read(Value value, JsonParser parser) throws IOException {
        return value.reader().readValue(parser);
    }

    private static void checkEnd(JsonParser parser) throws IOException {
        if (parser.nextToken() != null) {
            throw new IOException("there are bytes after the value");
        }
    }
}
