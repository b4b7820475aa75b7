package dev.assent.resources.pool;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Whether the calling thread is a virtual one, also on a JDK that has none. Thread safety: safe to share. */
final class VirtualThreads {
    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

    private VirtualThreads() {}

    private static @Nullable MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException before21) {
            return null;
        }
    }

    /** Whether the calling thread is virtual. */
    static boolean isCurrent() {
        MethodHandle isVirtual = IS_VIRTUAL;
        if (isVirtual == null) {
            return false;
        }
        try {
            return (boolean) isVirtual.invokeExact(Thread.currentThread());
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
