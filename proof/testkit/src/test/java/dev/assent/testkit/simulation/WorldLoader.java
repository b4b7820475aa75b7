package dev.assent.testkit.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** All classes of Assent once more, the simulator too, some of them changed. */
public abstract class WorldLoader extends ClassLoader {
    private static final String OURS = "dev.assent.";

    /** With the classes that the tests have. */
    protected WorldLoader() {
        super(WorldLoader.class.getClassLoader());
    }

    /** A class as it is to be loaded, by its name and by its real bytes. */
    protected abstract byte[] changed(String name, byte[] real) throws IOException;

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] bytes = bytes(name);
                loaded = defineClass(name, bytes, 0, bytes.length);
            }
            return loaded;
        }
    }

    private byte[] bytes(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return changed(name, in.readAllBytes());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** Runs the worlds that a method of the simulator runs, one seed after the other. */
    public Worlds worlds(String method) {
        try {
            Class<?> simulator = loadClass("dev.assent.testkit.simulation.Simulator", true);
            Method run = simulator.getMethod(method, long.class);
            Method violation = run.getReturnType().getMethod("violation");
            return seed -> {
                try {
                    return (String) violation.invoke(run.invoke(null, seed));
                } catch (InvocationTargetException e) {
                    return "no law: the world ended with " + e.getCause();
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            };
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs worlds. */
    public interface Worlds {
        /** The law that was broken in the world of this seed, or null. */
        @Nullable String violation(long seed);
    }
}
