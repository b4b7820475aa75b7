package dev.assent.transport.iiop.value;

import org.jspecify.annotations.Nullable;

/**
 * What the values of a message weigh when they are unfolded: the bytes that they would take if each reference to an
 * earlier value were that value again. A few references double a value with each step, and hashCode and equals take
 * every one of these steps, when it is put into a set.
 *
 * <p>So what was referred to inside of elements of sets and keys of maps is bounded, for the whole message: a hundred
 * thousand elements may be one reference each to the same value. What a message has itself in bytes is not counted
 * again: it is bounded by its length, and without references nothing is refused.
 *
 * <ol>
 *   <li>A value weighs its bytes, and what the values weigh that it refers to.
 *   <li>One that is compared by identity weighs nothing as a part of another: nobody looks inside.
 *   <li>A reference to a value that is not whole yet, and compares its parts, is over the limit: hashCode would not
 *       end.
 *   <li>One to an object that is not whole, and compares as its class says, weighs the parts that this has got; when
 *       it is referred to once more later, what the object has by then, as often as it leads there.
 * </ol>
 *
 * <p>Not thread-safe.
 */
final class Weights {
    /**
     * How many times as large as a message may be, what it refers to in sets is when it is unfolded. Keys that share a
     * record of some fields unfold to several times their bytes; at 4 MiB a message, 32 MiB are hashed in some
     * hundredths of a second.
     */
    static final int UNFOLDED_TIMES = 8;

    private final long max;
    private @Nullable Known current;

    /** What was read weighs so much more than its bytes; less, when what is compared by identity was left out. */
    private long more;

    private long backs;
    private long sharedInKeys;

    Weights(ValueLimits limits) {
        max = (long) UNFOLDED_TIMES * limits.bytesMax();
    }

    /** A value begins, after so many bytes. */
    void begin(Body body, int at) {
        if (current != null) {
            current.weight = capped(at + more - current.weightBefore);
        }
        current = new Known(body, current, at + more, backs);
    }

    /** The value that has begun last can be referred to. */
    Known keep(Object value) {
        Known open = begun();
        open.value = value;
        return open;
    }

    /** It is whole. */
    void end(int at) {
        Known whole = begun();
        whole.isWhole = true;
        current = whole.around;
        if (whole.body.equality() == Equality.IDENTITY) {
            more = whole.weightBefore - at;
            backs = whole.backsBefore;
            whole.weight = 0;
            return;
        }
        whole.weight = capped(at + more - whole.weightBefore);
        if (whole.root == whole || whole.root == null) {
            backs = whole.backsBefore; // it leads to nothing further out
            whole.root = null;
            return;
        }
        whole.backs = capped(backs - whole.backsBefore);
        if (current != null) {
            leadsBack(current, whole.root);
        }
    }

    private Known begun() {
        if (current == null) {
            throw new IllegalStateException("no value has begun");
        }
        return current;
    }

    /** Something refers to a value. */
    void refer(Known known) {
        long times = 1;
        long weight = 0;
        Known each = known;
        while (each.isWhole && each.root != null) {
            weight += product(times, each.weight);
            times = product(times, each.backs);
            each = each.root;
        }
        if (each.isWhole) {
            weight += product(times, each.weight);
        } else if (each.body.equality() == Equality.PARTS) {
            weight = max + 1;
        } else if (each.body.equality() == Equality.OF_ITS_OWN) {
            weight += product(times, each.weight);
            backs += times;
            if (current != null) {
                leadsBack(current, each);
            }
        }
        more += capped(weight);
    }

    private static void leadsBack(Known from, Known to) {
        if (from.root == null || to.weightBefore < from.root.weightBefore) {
            from.root = to;
        }
    }

    /** No more than one over the limit, so that no sum in a message of the largest size is too large for a long. */
    private long capped(long weight) {
        return Math.min(weight, max + 1);
    }

    private long product(long times, long weight) {
        return weight == 0 || times <= max / weight ? times * weight : max + 1;
    }

    /** Where an element of a set, or a key, begins. */
    long beginKey() {
        return more;
    }

    /** It has ended. */
    void endKey(long begun) {
        sharedInKeys += Math.max(0, more - begun);
        if (sharedInKeys > max) {
            throw ValueIn.refused(
                    "elements of sets and keys of maps refer to a collection that they are in, or to more than "
                            + max + " bytes, with what is shared counted each time; as many are allowed, "
                            + UNFOLDED_TIMES
                            + " times what a message may have");
        }
    }
}
