package dev.assent.core.log;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for a force, in the order in which they came. Its arrays are kept when it is emptied.
 *
 * <p>Not thread-safe: guarded by the log's lock, or owned by the thread that answers.
 */
final class ForceQueue {
    private static final int SIZE_FIRST = 16;

    private long[] positions = new long[SIZE_FIRST];
    private @Nullable ForceReply[] replies = new ForceReply[SIZE_FIRST];
    private Durability[] answers = new Durability[SIZE_FIRST];
    private int size;

    int size() {
        return size;
    }

    void add(long position, ForceReply reply) {
        add(position, reply, Durability.PENDING);
    }

    private void add(long position, ForceReply reply, Durability answer) {
        if (size == positions.length) {
            positions = Arrays.copyOf(positions, 2 * size);
            replies = Arrays.copyOf(replies, 2 * size);
            answers = Arrays.copyOf(answers, 2 * size);
        }
        positions[size] = position;
        replies[size] = reply;
        answers[size++] = answer;
    }

    ForceReply reply(int index) {
        ForceReply reply = replies[index];
        if (reply == null) {
            throw new IndexOutOfBoundsException(index);
        }
        return reply;
    }

    Durability answer(int index) {
        return answers[index];
    }

    /** Moves those up to a position to {@code target}, with their answer; the others stay in order. */
    void moveCovered(long position, Durability answer, ForceQueue target) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (positions[i] <= position) {
                target.add(positions[i], reply(i), answer);
            } else {
                positions[kept] = positions[i];
                replies[kept++] = replies[i];
            }
        }
        Arrays.fill(replies, kept, size, null);
        size = kept;
    }

    void clear() {
        Arrays.fill(replies, 0, size, null);
        size = 0;
    }
}
