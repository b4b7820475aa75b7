package dev.assent.lab.role;

import java.util.List;

/**
 * What processes have spent while something was measured.
 *
 * @param costs of each process, for an iteration
 * @param phases of each server that ends transactions
 */
public record Spent(List<Cost> costs, List<PhaseTime> phases) {
    /** Nothing that was looked at. */
    public static final Spent NOTHING = new Spent(List.of(), List.of());
}
