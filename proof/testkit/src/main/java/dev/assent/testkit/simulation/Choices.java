package dev.assent.testkit.simulation;

import java.util.Arrays;

/**
 * The choices that make a world, in their order. The smaller choices have fewer values other than 0; then fewer values;
 * then the smaller value where the two first differ. Immutable.
 */
public final class Choices implements Comparable<Choices> {
    /** None at all: a world in which nothing special happens. */
    public static final Choices NONE = new Choices(new long[0]);

    private final long[] values;
    private final int special;

    private Choices(long[] values) {
        this.values = values;
        this.special = (int) Arrays.stream(values).filter(each -> each != 0).count();
    }

    /** These choices. */
    public static Choices of(long... values) {
        return new Choices(values.clone());
    }

    /** How many there are. */
    public int size() {
        return values.length;
    }

    /** How many of them are not 0. */
    public int special() {
        return special;
    }

    /** One of them, by its place from 0. */
    public long at(int place) {
        return values[place];
    }

    /** Whether all from a place to another, which is not included, are 0. */
    boolean isZero(int from, int to) {
        for (int i = from; i < to; i++) {
            if (values[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** The same without those from a place to another, which is not included. */
    Choices without(int from, int to) {
        long[] left = Arrays.copyOf(values, values.length - (to - from));
        System.arraycopy(values, to, left, from, values.length - to);
        return new Choices(left);
    }

    /** The same with 0 from a place to another, which is not included. */
    Choices zeroed(int from, int to) {
        long[] changed = values.clone();
        Arrays.fill(changed, from, to, 0);
        return new Choices(changed);
    }

    /** The same with another one at a place. */
    Choices with(int place, long value) {
        long[] changed = values.clone();
        changed[place] = value;
        return new Choices(changed);
    }

    /** The same without the zeros at its end, which are chosen anyway. */
    public Choices trimmed() {
        int size = values.length;
        while (size > 0 && values[size - 1] == 0) {
            size--;
        }
        return new Choices(Arrays.copyOf(values, size));
    }

    @Override
    public int compareTo(Choices other) {
        int bySpecial = Integer.compare(special, other.special);
        int bySize = bySpecial != 0 ? bySpecial : Integer.compare(values.length, other.values.length);
        return bySize != 0 ? bySize : Arrays.compareUnsigned(values, other.values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Choices that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }

    /** Choices as they are made. Not thread-safe. */
    static final class Tape {
        private long[] values = new long[256];
        private int size;

        /** Adds one, and returns it. */
        long add(long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
            return value;
        }

        Choices toChoices() {
            return new Choices(Arrays.copyOf(values, size));
        }
    }
}
