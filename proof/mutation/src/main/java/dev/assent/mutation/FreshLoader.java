package dev.assent.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.security.ProtectionDomain;

/**
 * All classes of Assent once more, so that no static state of an earlier mutant is left. The harness of the tests and
 * this package are not loaded again: JUnit knows them.
 *
 * <p>Thread safety: safe for all threads.
 */
final class FreshLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String OURS = "dev.assent.";
    private static final String HARNESS = "dev.assent.harness.";
    private static final String TOOL = FreshLoader.class.getPackageName() + ".";

    private final Change change;

    /** How a class differs from the compiled one. */
    interface Change {
        /** The bytes to load instead. */
        byte[] of(String name, byte[] real);
    }

    /** With changed classes. */
    FreshLoader(Change change) {
        super(FreshLoader.class.getClassLoader());
        this.change = change;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || name.startsWith(HARNESS) || name.startsWith(TOOL)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] bytes = change.of(name, real(name));
                loaded = defineClass(name, bytes, 0, bytes.length, domain(name));
            }
            return loaded;
        }
    }

    /** Where the class comes from: tests that start JVMs ask for it. */
    private ProtectionDomain domain(String name) throws ClassNotFoundException {
        return getParent().loadClass(name).getProtectionDomain();
    }

    private byte[] real(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
