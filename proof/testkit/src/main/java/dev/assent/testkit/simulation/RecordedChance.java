package dev.assent.testkit.simulation;

/** Chances from a seed, which are kept as choices. Not thread-safe. */
final class RecordedChance extends SeededChance {
    private final Choices.Tape tape = new Choices.Tape();

    RecordedChance(long seed) {
        super(seed);
    }

    /** Records certain results, too: if an earlier choice changes, the result may no longer be certain. */
    @Override
    boolean of(double probability) {
        return tape.add(super.of(probability) ? 1 : 0) == 1;
    }

    @Override
    int below(int bound) {
        return (int) tape.add(super.below(bound));
    }

    @Override
    long below(long bound) {
        return tape.add(super.below(bound));
    }

    @Override
    boolean even() {
        return tape.add(super.even() ? 1 : 0) == 1;
    }

    @Override
    long nextLong() {
        return tape.add(super.nextLong());
    }

    @Override
    Choices choices() {
        return tape.toChoices();
    }
}
