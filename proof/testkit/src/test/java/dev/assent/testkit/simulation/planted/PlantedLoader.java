package dev.assent.testkit.simulation.planted;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/** All classes of Assent once more, one of them with a bug. */
final class PlantedLoader extends ClassLoader {
    private static final String OURS = "dev.assent.";

    private final ClassLoader real = PlantedLoader.class.getClassLoader();
    private final @Nullable Planted bug;

    /** With a bug, or without any. */
    PlantedLoader(@Nullable Planted bug) {
        super(PlantedLoader.class.getClassLoader());
        this.bug = bug;
    }

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
        if (bug != null && bug.spot().typeName().equals(name)) {
            ClassFileLocator locator = ClassFileLocator.ForClassLoader.of(real);
            TypePool pool = TypePool.Default.of(locator);
            ByteBuddy buddy = new ByteBuddy().with(TypeValidation.DISABLED).ignore(ElementMatchers.none());
            TypeDescription type = pool.describe(name).resolve();
            if (!bug.fits(type)) {
                throw new IllegalStateException(bug + " fits nowhere in " + name);
            }
            return bug.plant(buddy.redefine(type, locator)).make(pool).getBytes();
        }
        try (InputStream in = real.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** Runs worlds in the simulator, one seed after the other. */
    Worlds worlds() {
        return worlds(bug == null ? "run" : bug.run());
    }

    /** The same, of the worlds that a method of the simulator runs. */
    Worlds worlds(String method) {
        try {
            if (bug != null) {
                loadClass(bug.spot().typeName(), false); // now: a world would take its exception for a violation
            }
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

    /** The report of {@code ShrunkWorld} on the seed of a world that breaks a law. */
    @SuppressWarnings("unchecked") // strings are the same for every loader
    List<String> shrink(long seed, int worldsMax) {
        try {
            Class<?> shrunk = loadClass("dev.assent.testkit.simulation.ShrunkWorld", true);
            boolean hasSeveralNodes = bug != null && bug.run().equals("runNodes");
            return (List<String>) shrunk.getMethod("of", long.class, boolean.class, int.class)
                    .invoke(null, seed, hasSeveralNodes, worldsMax);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs worlds. */
    interface Worlds {
        /** The law that was broken in the world of this seed, or null. */
        @Nullable String violation(long seed);
    }
}
