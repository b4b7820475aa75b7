package dev.assent.lab.experiment;

import dev.assent.lab.transport.LabClient;
import java.lang.reflect.InvocationTargetException;
import java.util.List;

/**
 * The work that a thread of a client repeats. An implementation belongs to a paper, and has a public constructor with a
 * {@link Context}; each thread has an instance of its own, whose methods it alone calls.
 */
public interface Task {
    /**
     * The parts that a task is made from.
     *
     * @param client reaches the objects of servers
     * @param servers their addresses
     * @param arguments as the {@link Subject} has them
     */
    record Context(LabClient client, List<String> servers, List<String> arguments) {}

    /** The timed steps of an iteration, in this order. */
    List<String> steps();

    /** Before the first iteration; neither timed nor counted. */
    default void begin() throws Exception {}

    /** One iteration. */
    void run(StepObserver observer) throws Exception;

    /** After the last iteration; neither timed nor counted. */
    default void end() throws Exception {}

    /**
     * Whether a server does its steps inside, at the client's request. Then the traffic, and the cost of the processes,
     * are mostly those of the request, and not of the steps.
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
