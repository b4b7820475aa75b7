package dev.assent.remote.service;

import dev.assent.remote.Passing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.jspecify.annotations.Nullable;

/**
 * Copies the arguments and results of calls of an interface within this process ({@link Passing#BY_VALUE}). It never
 * reads bytes from other processes.
 *
 * <p>Immutable and safe to share.
 */
final class Copier {
    private final Class<?> type;
    private final AllowedTypes allowed;

    Copier(Class<?> type) {
        this.type = type;
        this.allowed = new AllowedTypes(type);
    }

    /** A deep copy. */
    @Nullable Object copy(@Nullable Object original) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(original);
        }
        try (ObjectInputStream in = new Reader(new ByteArrayInputStream(bytes.toByteArray()))) {
            in.setObjectInputFilter(allowed);
            return in.readObject();
        }
    }

    /** Loads classes by the interface's class loader. */
    private final class Reader extends ObjectInputStream {
        Reader(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(described.getName(), false, type.getClassLoader());
            } catch (ClassNotFoundException notThere) {
                return super.resolveClass(described); // primitives
            }
        }
    }
}
