package dev.assent.transport.iiop.orb;

import dev.assent.remote.service.FarFailure;
import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.cdr.CdrIn;
import dev.assent.transport.iiop.cdr.CdrOut;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a reply between processes of ours says that CORBA has no room for: whether the transaction can only roll back
 * though the call has returned, and in words what a system exception is about. Immutable.
 *
 * @param isRollbackOnly whether the transaction of the call can only roll back
 * @param failure what was thrown; null when the call has returned
 */
public record ReplyData(boolean isRollbackOnly, @Nullable FarFailure failure) {
    private static final List<FarFailure.Kind> KINDS = List.of(
            FarFailure.Kind.OTHER,
            FarFailure.Kind.REMOTE_FAILURE,
            FarFailure.Kind.REFUSED,
            FarFailure.Kind.REFERENCE_GONE,
            FarFailure.Kind.LOST,
            FarFailure.Kind.UNSENT,
            FarFailure.Kind.APPLICATIONS);

    private static final int ROLLBACK_ONLY = 1;
    private static final int FAILED = 2;
    private static final int HAS_MESSAGE = 4;

    /** A sentence, and nothing else. */
    public static ReplyData text(String text) {
        return new ReplyData(false, new FarFailure(FarFailure.Kind.OTHER, List.of(), null, text));
    }

    byte[] write() {
        int flags = (isRollbackOnly ? ROLLBACK_ONLY : 0)
                | (failure == null ? 0 : FAILED)
                | (failure == null || failure.message() == null ? 0 : HAS_MESSAGE);
        CdrOut out = new CdrOut().putLong(flags);
        if (failure != null) {
            out.putLong(KINDS.indexOf(failure.kind())).putLong(failure.classes().size());
            failure.classes().forEach(each -> put(out, each));
            String message = failure.message();
            if (message != null) {
                put(out, message);
            }
            put(out, failure.text());
        }
        return out.toByteArray();
    }

    private static void put(CdrOut out, String text) {
        out.putOctets(text.getBytes(StandardCharsets.UTF_8));
    }

    static ReplyData read(byte[] octets) throws CdrException {
        CdrIn in = new CdrIn(octets);
        int flags = in.takeLong("the flags of a reply");
        if ((flags & FAILED) == 0) {
            return new ReplyData((flags & ROLLBACK_ONLY) != 0, null);
        }
        int kind = in.takeLong("the kind of a failure");
        int count = in.takeCount("the classes of a failure");
        if (kind < 0 || kind >= KINDS.size() || count > FarFailure.CLASSES_MAX) {
            throw new CdrException(
                    "a failure of kind " + kind + " and " + count + " classes is not allowed; kinds 0 to "
                            + (KINDS.size() - 1) + " are, and " + FarFailure.CLASSES_MAX + " classes");
        }
        List<String> classes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            classes.add(take(in));
        }
        String message = (flags & HAS_MESSAGE) == 0 ? null : take(in);
        return new ReplyData((flags & ROLLBACK_ONLY) != 0, new FarFailure(KINDS.get(kind), classes, message, take(in)));
    }

    private static String take(CdrIn in) throws CdrException {
        return new String(in.takeOctets("the text of a failure"), StandardCharsets.UTF_8);
    }
}
