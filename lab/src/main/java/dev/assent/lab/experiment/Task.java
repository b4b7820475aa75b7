package dev.assent.lab.experiment;

import dev.assent.lab.transport.LabClient;
import java.lang.reflect.InvocationTargetException;
import java.util.List;

/**
 * What a thread of a client does again and again. A class of it belongs to a paper, and has a public constructor with a
 * {@link Context}; each thread has an instance of its own, whose methods it alone calls.
 */
public interface Task {
    /**
     * What one is made of.
     *
     * @param client by which objects of servers are reached
     * @param servers their addresses
     * @param arguments as the {@link Subject} has them
     */
    record Context(LabClient client, List<String> servers, List<String> arguments) {}

    /** What is timed in an iteration, in this order. */
    List<String> steps();

    /** Before the first iteration; neither timed nor counted. */
    default void begin() throws Exception {}

    /** One iteration. */
    void run(StepObserver observer) throws Exception;

    /** After the last iteration; neither timed nor counted. */
    default void end() throws Exception {}

    /**
     * Whether its steps are done inside of a server, which is told to: then what goes over the network, and what processes
     * spend, is mostly that of telling, and none of theirs.
     */
    default boolean isElsewhere() {
        return false;
    }

    /**
     * A new one.
     *
     * @param name of its class
     */
    static Task of(String name, Context context) throws Exception {
        try {
            return Class.forName(name)
                    .asSubclass(Task.class)
                    .getConstructor(Context.class)
                    .newInstance(context);
        } catch (InvocationTargetException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }
}
