package dev.assent.core.log;

import dev.assent.NodeEpoch;
import dev.assent.core.participant.ByteSink;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lives of a node that a log knows completely: the last one and those before it, each with its mark. Any other life
 * is not this log's. Its epoch is later; or it has another mark, since an older copy of the log was put back in its
 * place; or it was too long ago: {@link #COUNT_MAX} lives are kept.
 *
 * <p>Immutable and safe to share.
 */
public final class Lives {
    /** How many lives are kept. For an earlier life, nobody knows any more whether it was this log's. */
    public static final int COUNT_MAX = 1_000;

    /** No life, of any node. */
    public static final Lives NONE = new Lives(0, new int[0]);

    /** The last epoch; 0 for none. */
    private final int epoch;

    /** The marks of the last epochs, in their order. */
    private final int[] marks;

    private Lives(int epoch, int[] marks) {
        this.epoch = epoch;
        this.marks = marks;
    }

    /** These lives and the next one of their node; if there are too many, the earliest is dropped. */
    public Lives and(NodeEpoch next) {
        int from = Math.max(0, marks.length + 1 - COUNT_MAX);
        int[] more = Arrays.copyOfRange(marks, from, marks.length + 1);
        more[more.length - 1] = next.mark();
        return new Lives(next.epoch(), more);
    }

    /** Whether a life of the node is among these. */
    public boolean contains(NodeEpoch life) {
        int at = marks.length - 1 - (epoch - life.epoch());
        return life.epoch() <= epoch && at >= 0 && marks[at] == life.mark();
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return marks.length == 0;
    }

    /** The last epoch; 0 if there are none. */
    public int epochLast() {
        return epoch;
    }

    /** The first epoch; 1 if there are none. */
    public int epochFirst() {
        return epoch - marks.length + 1;
    }

    /** Writes the last epoch, the number of lives (each a u32) and their marks, the earliest first. */
    public void write(ByteSink out) {
        out.putInt(epoch).putInt(marks.length);
        for (int mark : marks) {
            out.putInt(mark);
        }
    }

    /**
     * Reads the bytes of {@link #write}.
     *
     * @throws IllegalArgumentException if they can't be lives
     */
    public static Lives read(ByteBuffer in) {
        int epoch = in.getInt();
        int count = in.getInt();
        if (count < 0 || count > COUNT_MAX || epoch < count || (count == 0 && epoch != 0)) {
            throw new IllegalArgumentException(count + " lives up to epoch " + epoch);
        }
        int[] marks = new int[count];
        for (int i = 0; i < count; i++) {
            marks[i] = in.getInt();
        }
        return new Lives(epoch, marks);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Lives that && epoch == that.epoch && Arrays.equals(marks, that.marks);
    }

    @Override
    public int hashCode() {
        return 31 * epoch + Arrays.hashCode(marks);
    }

    /** For people, such as "epochs 1 to 7". */
    @Override
    public String toString() {
        return isEmpty() ? "no epochs" : "epochs " + epochFirst() + " to " + epoch;
    }
}
