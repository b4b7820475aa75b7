package dev.assent.mutation;

import java.io.Serializable;

/** What a JVM of tests is asked for. */
sealed interface Request extends Serializable {
    /**
     * Load all classes afresh, and note the lines that tests run.
     *
     * @param folder of the classes whose lines count
     */
    record Watch(String folder) implements Request {}

    /**
     * Load all classes afresh, one of them changed.
     *
     * @param type the name of the changed class
     * @param bytes the changed class
     */
    record Mutate(String type, byte[] bytes) implements Request {}

    /**
     * Run a test class. This alone has an {@link Answer}.
     *
     * @param test its name
     */
    record Run(String test) implements Request {}
}
