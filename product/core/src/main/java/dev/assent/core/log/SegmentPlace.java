package dev.assent.core.log;

import dev.assent.LogDamagedException;
import java.util.function.BinaryOperator;

/**
 * Names a segment for people.
 *
 * @param place of the log ({@link Storage#place})
 * @param file the segment's name
 */
record SegmentPlace(String place, String file) {
    /**
     * An exception for damage of this segment.
     *
     * @param message made of place and file
     */
    LogDamagedException damage(BinaryOperator<String> message) {
        return new LogDamagedException(message.apply(place, file));
    }
}
