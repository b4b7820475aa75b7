package dev.assent.core.local;

import dev.assent.TransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The last resource of one transaction: local work that can't be prepared.
 *
 * <p>It gets one request to commit. If the answer is lost, and after a crash, the work is no longer there. Then it
 * answers {@link Answer#HEURISTIC_HAZARD} until recovery {@linkplain #bind gives it} the markers of its resource to
 * ask.
 *
 * <p>Thread safety: as {@link Participant}.
 */
public final class LocalParticipant implements Participant {
    /** The first byte of a description: a last resource. */
    public static final int KIND = 2;

    private static final Set<Capability> WITHOUT_MARKER = EnumSet.of(Capability.ONE_PHASE);
    private static final Set<Capability> WITH_MARKER = EnumSet.of(Capability.ONE_PHASE, Capability.MARKER);

    private final TransactionId transaction;
    private final String name;
    private final boolean hasMarker;
    private @Nullable LocalWork work;
    private LocalResource.@Nullable Markers markers;
    private @Nullable Throwable problem;

    /** Work that is under way. */
    public LocalParticipant(TransactionId transaction, LocalResource resource, LocalWork work) {
        this(transaction, resource.name(), resource.hasMarkers());
        this.work = work;
    }

    private LocalParticipant(TransactionId transaction, String name, boolean hasMarker) {
        this.transaction = transaction;
        this.name = name;
        this.hasMarker = hasMarker;
    }

    /** Rebuilds it from what {@link #describe} wrote, its kind already read. */
    public static LocalParticipant read(TransactionId transaction, ByteBuffer in) {
        return new LocalParticipant(transaction, ByteSink.readString(in), in.get() != 0);
    }

    @Override
    public void describe(ByteSink out) {
        out.putByte(KIND).putString(name).putByte(hasMarker ? 1 : 0);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<Capability> can() {
        return hasMarker ? WITH_MARKER : WITHOUT_MARKER;
    }

    @Override
    public @Nullable Throwable problem() {
        return problem;
    }

    @Override
    public String toString() {
        return "last resource '" + name + "'";
    }

    // ---- recovery

    /** Gives it the markers of its resource, so that it finds out what became of its work. */
    public void bind(LocalResource.Markers recoveries) {
        markers = recoveries;
    }

    /** Takes back the markers of {@link #bind}. */
    public void unbind() {
        markers = null;
    }

    // ---- verbs

    /** A last resource can't prepare. */
    @Override
    public Answer prepare(Reply reply) {
        return Answer.REFUSED;
    }

    @Override
    public Answer commitLast(Reply reply) {
        if (work != null) {
            return commitWork(hasMarker ? transaction : null);
        }
        return markers == null ? Answer.HEURISTIC_HAZARD : ask(markers);
    }

    @Override
    public Answer commitOnePhase(Reply reply) {
        return commitWork(null);
    }

    private Answer commitWork(@Nullable TransactionId marker) {
        LocalWork asked = work;
        if (asked == null) {
            return Answer.HEURISTIC_HAZARD;
        }
        work = null;
        try {
            asked.commit(marker);
            return Answer.DONE;
        } catch (LocalRollbackException certain) {
            problem = certain.getCause();
            return Answer.ROLLED_BACK;
        } catch (Throwable unknown) {
            problem = unknown;
            return Answer.HEURISTIC_HAZARD;
        }
    }

    private Answer ask(LocalResource.Markers reached) {
        try {
            boolean isCommitted = reached.isCommitted(transaction);
            problem = null;
            return isCommitted ? Answer.DONE : Answer.ROLLED_BACK;
        } catch (Throwable failed) {
            problem = failed;
            return Answer.HEURISTIC_HAZARD;
        }
    }

    /** A commit decision reaches it only if it has committed already. */
    @Override
    public Answer commit(Reply reply) {
        return Answer.DONE;
    }

    /** Uncommitted work never survives its connection, so a failure needs no retry. */
    @Override
    public Answer rollback(Reply reply) {
        LocalWork asked = work;
        work = null;
        if (asked != null) {
            try {
                asked.rollback();
            } catch (Throwable failed) {
                problem = failed;
            }
        }
        return Answer.DONE;
    }
}
