/**
 * A simulation of the pools of JDBC connections and of JMS sessions, from one seed. The pools and the engine are real;
 * databases, the broker and their drivers are fakes, which may fail in each call. Where to look:
 *
 * <table>
 * <caption>The classes by what they are for</caption>
 * <tr><th>what</th><th>classes</th></tr>
 * <tr><td>a world, from its seed to its end</td><td>{@link PoolSimulation}, {@link PoolWorld}, {@link Step}</td></tr>
 * <tr><td>what can go wrong</td><td>{@link Faults}</td></tr>
 * <tr><td>the node, its disk and its pools</td><td>{@link SteeredNode}, {@link PoolNode}, {@link TestedPool}</td></tr>
 * <tr><td>drivers</td><td>{@link DatabaseDriver}, {@link BrokerDriver}, each with many {@link Line}s to one
 * {@link Server}</td></tr>
 * <tr><td>threads of the application</td><td>{@link Actor}, with {@link Work} in progress</td></tr>
 * <tr><td>the model, and its oracles</td><td>{@link Holdings}, {@link Outcomes}, {@link Calm}</td></tr>
 * </table>
 */
@NullMarked
package dev.assent.resources.simulation;

import org.jspecify.annotations.NullMarked;
