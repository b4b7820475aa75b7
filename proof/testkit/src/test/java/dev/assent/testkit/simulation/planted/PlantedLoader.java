package dev.assent.testkit.simulation.planted;

import dev.assent.testkit.simulation.WorldLoader;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/** All classes of Assent once more, one of them with a bug. */
final class PlantedLoader extends WorldLoader {
    private final @Nullable Planted bug;

    /** With a bug, or without any. */
    PlantedLoader(@Nullable Planted bug) {
        this.bug = bug;
    }

    @Override
    protected byte[] changed(String name, byte[] real) {
        if (bug == null || !bug.spot().typeName().equals(name)) {
            return real;
        }
        ClassFileLocator locator = ClassFileLocator.ForClassLoader.of(getParent());
        TypePool pool = TypePool.Default.of(locator);
        ByteBuddy buddy = new ByteBuddy().with(TypeValidation.DISABLED).ignore(ElementMatchers.none());
        TypeDescription type = pool.describe(name).resolve();
        if (!bug.fits(type)) {
            throw new IllegalStateException(bug + " fits nowhere in " + name);
        }
        return bug.plant(buddy.redefine(type, locator)).make(pool).getBytes();
    }

    /** Runs the worlds that are to show the bug. */
    Worlds worlds() {
        return worlds(bug == null ? "run" : bug.run());
    }

    @Override
    public Worlds worlds(String method) {
        try {
            if (bug != null) {
                loadClass(bug.spot().typeName(), false); // now: a world would take its exception for a violation
            }
            return super.worlds(method);
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
}
