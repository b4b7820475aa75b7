package dev.assent.transport.iiop.value;

import org.jspecify.annotations.Nullable;

/**
 * The weights of a message's values when they are unfolded: the bytes that they would take if each reference to an
 * earlier value were that value again. A few references can double the weight with each step. If a value is put into a
 * set, hashCode and equals take every one of these steps.
 *
 * <p>So the unfolded weight of all that is referred to inside of set elements and map keys is bounded, for the whole
 * message: a hundred thousand elements may each be one reference to the same value. The bytes of the message itself are
 * not counted again: its length is bounded, and a message without references is never refused.
 *
 * <ol>
 *   <li>A value weighs its bytes plus the weights of the values that it refers to.
 *   <li>A value that is compared by identity weighs nothing as a part of another, since nothing looks inside.
 *   <li>A reference to an incomplete value that compares its parts is over the limit: hashCode would not end.
 *   <li>A reference to an incomplete object that compares as its class decides weighs the parts that have come so far.
 *     If that object is referred to again later, it weighs what it has by then, as often as the reference leads there.
 * </ol>
 *
 * <p>Not thread-safe.
 */
final class Weights {
    /**
     * How many times the size limit of a message the unfolded weight in sets may be. Keys that share a record of some
     * fields unfold to several times their bytes. With messages of 4 MiB, 32 MiB are hashed in some hundredths of a
     * second.
     */
    static final int UNFOLDED_TIMES = 8;

    private final long max;
    private @Nullable Known current;

    /**
     * The weight of all that was read beyond its bytes; less if parts of values that compare by identity were left out.
     */
    private long more;

    private long backs;
    private long sharedInKeys;

    Weights(ValueLimits limits) {
        max = (long) UNFOLDED_TIMES * limits.bytesMax();
    }

    /** A value begins at this position. */
    void begin(Body body, int at) {
        if (current != null) {
            current.weight = capped(at + more - current.weightBefore);
        }
        current = new Known(body, current, at + more, backs);
    }

    /** From now on the value that began last can be referred to. */
    Known keep(Object value) {
        Known open = begun();
        open.value = value;
        return open;
    }

    /** The value is complete. */
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
            backs = whole.backsBefore; // it leads to no value further out
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

    /** A reference to a value was read. */
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

    /** At most one over the limit, so that no sum exceeds a long in a message of the largest size. */
    private long capped(long weight) {
        return Math.min(weight, max + 1);
    }

    private long product(long times, long weight) {
        return weight == 0 || times <= max / weight ? times * weight : max + 1;
    }

    /** An element of a set or a key of a map begins. */
    long beginKey() {
        return more;
    }

    /** It has ended. */
    void endKey(long begun) {
        sharedInKeys += Math.max(0, more - begun);
        if (sharedInKeys > max) {
            throw ValueIn.refused(
                    "elements of sets and keys of maps refer to a collection that contains them, or to more than "
                            + max + " bytes, with shared values counted each time; the limit is "
                            + UNFOLDED_TIMES
                            + " times the limit of a message");
        }
    }
}
