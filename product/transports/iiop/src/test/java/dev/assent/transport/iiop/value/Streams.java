package dev.assent.transport.iiop.value;

import java.lang.reflect.Type;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.ORB;
import org.omg.CORBA_2_3.portable.InputStream;
import org.omg.CORBA_2_3.portable.OutputStream;

/** Bytes of values, ours and those of an ORB's own RMI-IIOP. */
final class Streams implements AutoCloseable {
    static final ValueLimits LIMITS = new ValueLimits(1 << 20, 50);

    private final ORB orb;

    Streams() {
        Properties properties = new Properties();
        properties.setProperty("org.omg.CORBA.ORBClass", "com.sun.corba.se.impl.orb.ORBImpl");
        properties.setProperty("org.omg.CORBA.ORBId", "streams-" + System.identityHashCode(this));
        orb = ORB.init(new String[0], properties);
    }

    /** A stream that reads bytes. */
    InputStream in(byte[] bytes) {
        OutputStream out = (OutputStream) orb.create_output_stream();
        out.write_octet_array(bytes, 0, bytes.length);
        return (InputStream) out.create_input_stream();
    }

    /** Our bytes of values of one type. */
    static byte[] bytes(Type type, @Nullable Object... values) throws ValueException {
        Form form = new Forms().of(type);
        ValueOut out = new ValueOut(LIMITS);
        for (Object each : values) {
            form.write(out, each);
        }
        return out.toByteArray();
    }

    /** As we read it. */
    @Nullable Object read(Type type, byte[] bytes) throws ValueException {
        return new Forms().of(type).read(new ValueIn(in(bytes), LIMITS));
    }

    /** There and back. */
    @Nullable Object copy(Type type, @Nullable Object value) throws ValueException {
        return read(type, bytes(type, value));
    }

    /** Our bytes, as the ORB reads them. */
    @Nullable Object asTheOrbReads(Class<?> type, Type declared, Object value) throws ValueException {
        return in(bytes(declared, value)).read_value(type);
    }

    /** The ORB's bytes, as we read them. */
    @Nullable Object asTheOrbWrites(Class<?> type, Type declared, java.io.Serializable value) throws ValueException {
        OutputStream out = (OutputStream) orb.create_output_stream();
        out.write_value(value, type);
        return new Forms().of(declared).read(new ValueIn(out.create_input_stream(), LIMITS));
    }

    @Override
    public void close() {
        orb.destroy();
    }
}
