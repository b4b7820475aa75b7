package dev.assent.testkit.simulation;

import java.util.HashSet;
import java.util.Set;

/**
 * Chances from a list of choices; after its end all are 0. The list may come from another world, without some of its
 * choices: a choice that is too large here is brought within its bound. Not thread-safe.
 */
final class ReplayedChance extends Chance {
    private final Choices given;
    private final Choices.Tape tape = new Choices.Tape();
    private final Set<Long> names = new HashSet<>();
    private int next;
    private long name;

    ReplayedChance(Choices given) {
        this.given = given;
    }

    private long choose() {
        return next < given.size() ? given.at(next++) : 0;
    }

    @Override
    boolean of(double probability) {
        boolean isChosen = choose() == 1; // any other number was meant for another draw
        return tape.add((isChosen && probability > 0) || probability >= 1 ? 1 : 0) == 1;
    }

    @Override
    int below(int bound) {
        return (int) below((long) bound);
    }

    @Override
    long below(long bound) {
        return tape.add(Math.max(0, Math.min(choose(), bound - 1)));
    }

    @Override
    boolean even() {
        return of(0.5);
    }

    /** Two that were drawn are never the same, so no two are the same here. */
    @Override
    long nextLong() {
        long chosen = choose();
        if (chosen != 0 && names.add(chosen)) {
            return tape.add(chosen);
        }
        tape.add(0);
        do {
            name++;
        } while (!names.add(name));
        return name;
    }

    @Override
    Choices choices() {
        return tape.toChoices();
    }
}
