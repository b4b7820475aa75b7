package dev.assent.lab.role;

import java.util.List;

/**
 * The cost of processes during a measurement.
 *
 * @param costs of each process, for an iteration
 * @param phases of each server that ends transactions
 */
public record Spent(List<Cost> costs, List<PhaseTime> phases) {
    /** Nothing that was looked at. */
    public static final Spent NOTHING = new Spent(List.of(), List.of());
}
