/**
 * A deterministic simulation of nodes, disks, resources and clients in one thread, from one seed. Where to look:
 *
 * <table>
 * <caption>The classes by what they are for</caption>
 * <tr><th>what</th><th>classes</th></tr>
 * <tr><td>a world, from its seed to its report</td><td>{@link Simulator}, {@link World}, {@link Profile} (what may go wrong),
 * {@link Plan} (what clients do), {@link Schedule}, {@link Storm} and {@link Calm} (its two halves), {@link History}</td></tr>
 * <tr><td>chance</td><td>{@link Chance}: {@link SeededChance}, {@link RecordedChance}, {@link ReplayedChance}, and the {@link
 * Shrinker} over their {@link Choices}</td></tr>
 * <tr><td>faults and sights so far</td><td>{@link Coverage} and {@link Pair} (each fault in each call of a port),
 * {@link Sight}, {@link Visits}</td></tr>
 * <tr><td>a node, and its ports</td><td>{@link SimulatedNode} and each {@link NodeLife} of it; {@link SimulatedLog}, {@link
 * PortedStorage}, {@link Rot}, {@link SimulatedClock}, {@link SimulatedWaiter}</td></tr>
 * <tr><td>resources</td><td>{@link SimulatedResource}, {@link SimulatedSession}; {@link XaEffects} (what is done), {@link
 * XaRefusals} (which codes are answered), {@link Lie}</td></tr>
 * <tr><td>the wire</td><td>{@link SimulatedNetwork}, {@link Cuts}, {@link Forger}</td></tr>
 * <tr><td>actors</td><td>{@link Client}, {@link Errand} and {@link JtaWork} (its transactions), {@link Roamer} (a
 * client without a transaction manager), {@link Strangers}, {@link SimulatedOperator}, {@link LostNode} and {@link
 * LossOperator}</td></tr>
 * <tr><td>transaction managers of others</td><td>{@link Foreigner}, {@link ForeignLife}, {@link ForeignPart}, {@link
 * ForeignTransaction}, {@link ForeignOnlooker}</td></tr>
 * <tr><td>the truth, by the acts of the world and not by its messages</td><td>{@link Ledger}, {@link TransactionTruth},
 * {@link BranchTruth}, {@link Vote}, {@link DurableRecords}</td></tr>
 * <tr><td>the laws</td><td>{@link Oracles} and all classes whose name ends in Oracle: each watches one thing; {@link
 * FinalCheck}, when all is calm</td></tr>
 * </table>
 */
@NullMarked
package dev.assent.testkit.simulation;

import org.jspecify.annotations.NullMarked;
