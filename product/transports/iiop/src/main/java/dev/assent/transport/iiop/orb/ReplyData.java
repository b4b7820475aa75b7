package dev.assent.transport.iiop.orb;

import dev.assent.remote.service.FarFailure;
import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.cdr.CdrIn;
import dev.assent.transport.iiop.cdr.CdrOut;
import dev.assent.transport.iiop.reference.Ior;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a reply between Assent processes says beyond CORBA: whether the transaction can only roll back although the call
 * has returned; what a system exception is about, in words; and of a begun transaction all that the caller would have
 * to ask its Control for. Immutable.
 *
 * @param isRollbackOnly whether the transaction of the call can only roll back
 * @param failure what was thrown; null when the call has returned
 * @param begun the transaction that was begun; null for none
 */
public record ReplyData(
        boolean isRollbackOnly,
        @Nullable FarFailure failure,
        @Nullable Begun begun) {
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
    private static final int BEGUN = 8;

    /**
     * A transaction that was begun.
     *
     * @param context its PropagationContext, as in a service context
     * @param terminator the object that ends it
     */
    public record Begun(byte[] context, Ior terminator) {}

    /** The end of a call. */
    public ReplyData(boolean isRollbackOnly, @Nullable FarFailure failure) {
        this(isRollbackOnly, failure, null);
    }

    /** A sentence, and nothing else. */
    public static ReplyData text(String text) {
        return new ReplyData(false, new FarFailure(FarFailure.Kind.OTHER, List.of(), null, text));
    }

    /** A transaction that was begun. */
    public static ReplyData begun(byte[] context, Ior terminator) {
        return new ReplyData(false, null, new Begun(context, terminator));
    }

    byte[] write() {
        int flags = (isRollbackOnly ? ROLLBACK_ONLY : 0)
                | (failure == null ? 0 : FAILED)
                | (failure == null || failure.message() == null ? 0 : HAS_MESSAGE)
                | (begun == null ? 0 : BEGUN);
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
        if (begun != null) {
            begun.terminator().write(out.putOctets(begun.context()));
        }
        return out.toByteArray();
    }

    private static void put(CdrOut out, String text) {
        out.putOctets(text.getBytes(StandardCharsets.UTF_8));
    }

    static ReplyData read(byte[] octets) throws CdrException {
        CdrIn in = new CdrIn(octets);
        int flags = in.takeLong("the flags of a reply");
        FarFailure failure = (flags & FAILED) == 0 ? null : readFailure(flags, in);
        return new ReplyData((flags & ROLLBACK_ONLY) != 0, failure, (flags & BEGUN) == 0 ? null : readBegun(in));
    }

    private static Begun readBegun(CdrIn in) throws CdrException {
        byte[] context = in.takeOctets("the context of a transaction");
        Ior terminator = Ior.read(in);
        if (terminator == null) {
            throw new CdrException("the transaction that was begun has no terminator");
        }
        return new Begun(context, terminator);
    }

    private static FarFailure readFailure(int flags, CdrIn in) throws CdrException {
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
        return new FarFailure(KINDS.get(kind), classes, message, take(in));
    }

    private static String take(CdrIn in) throws CdrException {
        return new String(in.takeOctets("the text of a failure"), StandardCharsets.UTF_8);
    }
}
