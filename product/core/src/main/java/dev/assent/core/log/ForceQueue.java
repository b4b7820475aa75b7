package dev.assent.core.log;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The replies that wait for a force, in the order in which they came. An emptied queue keeps its arrays.
 *
 * <p>Not thread-safe: guarded by the log's lock, or owned by the answering thread.
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
        reserve(1);
        positions[size] = position;
        replies[size] = reply;
        answers[size++] = answer;
    }

    /** Makes room, all of it or none, since memory may run out. */
    private void reserve(int more) {
        if (size + more > positions.length) {
            int length = Math.max(size + more, 2 * size);
            long[] largerPositions = Arrays.copyOf(positions, length);
            @Nullable ForceReply[] largerReplies = Arrays.copyOf(replies, length);
            Durability[] largerAnswers = Arrays.copyOf(answers, length);
            positions = largerPositions;
            replies = largerReplies;
            answers = largerAnswers;
        }
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

    /** Moves replies up to a position to {@code target}, with their answer; the others stay in order. */
    void moveCovered(long position, Durability answer, ForceQueue target) {
        target.reserve(size); // before anything is moved
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
