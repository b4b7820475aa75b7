package dev.assent.core.log;

import dev.assent.core.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Names a segment for people.
 *
 * @param place of the log ({@link Storage#place})
 * @param file the segment's name
 */
record SegmentPlace(String place, String file) {
    /** A damage of this segment; the message's first arguments are place and file. */
    LogDamagedException damage(Message message, @Nullable Object... arguments) {
        Object[] all = new Object[arguments.length + 2];
        all[0] = place;
        all[1] = file;
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return new LogDamagedException(message.text(all));
    }
}
