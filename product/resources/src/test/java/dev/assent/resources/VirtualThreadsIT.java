package dev.assent.resources;

import dev.assent.harness.Fast;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Agroal opens the connections of virtual threads by one thread, one after the other. */
@Fast
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadsIT extends ColdPoolContract {
    /** Compiled for Java 17, which has none. */
    @Override
    ExecutorService threads() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
