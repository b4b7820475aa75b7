package dev.assent.core.operator;

import dev.assent.core.participant.Participant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction waits for: resources, or something else. Immutable.
 *
 * @param resources their names; empty when it waits for something else
 * @param other what else; null when it waits for resources
 */
record WaitsFor(List<String> resources, @Nullable Other other) {
    /** Something other than a resource that a transaction can wait for. */
    public enum Other {
        /** An operator's decision. */
        OPERATOR("operator", "an operator"),
        /** Its superior, which decides it. */
        SUPERIOR("superior", "its superior"),
        /** A pass of recovery. */
        RECOVERY("recovery", "recovery"),
        /** The next start of the node. */
        START("start", "a start of the node"),
        /** A log with room for its decision. */
        LOG_ROOM("log-room", "room in the log"),
        /** Its application, which has not ended it. */
        APPLICATION("application", "its application"),
        /** A version of Assent that understands its records, or an operator. */
        VERSION("version", "the version that wrote it, or an operator");

        private final String key;
        private final String text;

        Other(String key, String text) {
            this.key = key;
            this.text = text;
        }

        /** The word for it in reports; it never changes its meaning. */
        public String key() {
            return key;
        }
    }

    static WaitsFor of(Other other) {
        return new WaitsFor(List.of(), other);
    }

    static WaitsFor of(Collection<? extends Participant> participants) {
        return new WaitsFor(
                participants.stream().map(Participant::name).distinct().toList(), null);
    }

    /** For people. */
    @Override
    public String toString() {
        return other == null ? String.join(", ", resources) : other.text;
    }
}
