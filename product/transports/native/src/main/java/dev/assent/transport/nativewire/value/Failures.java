package dev.assent.transport.nativewire.value;

import dev.assent.remote.service.FarFailure;
import dev.assent.remote.service.FarFailure.Kind;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import dev.assent.transport.nativewire.wire.WireOut;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads what callers may see of exceptions. */
final class Failures {
    /** In the order of their codes. */
    private static final List<Kind> KINDS = List.of(
            Kind.OTHER,
            Kind.REMOTE_FAILURE,
            Kind.REFUSED,
            Kind.REFERENCE_GONE,
            Kind.LOST,
            Kind.UNSENT,
            Kind.APPLICATIONS);

    private Failures() {}

    static void write(WireOut out, FarFailure failure) {
        out.putByte(KINDS.indexOf(failure.kind()));
        if (failure.kind() == Kind.APPLICATIONS) {
            out.putByte(failure.classes().size());
            failure.classes().forEach(out::putString);
            String message = failure.message();
            out.putByte(message == null ? 0 : 1);
            if (message != null) {
                out.putString(message);
            }
        }
        out.putString(failure.text());
    }

    static FarFailure read(WireIn in) throws WireException {
        Kind kind = in.takeOneOf(KINDS, "the kind of a failure");
        List<String> classes = new ArrayList<>();
        String message = null;
        if (kind == Kind.APPLICATIONS) {
            int count = in.takeByte("the number of classes");
            if (count > FarFailure.CLASSES_MAX) {
                throw new WireException(
                        count + " classes of an exception are not allowed; at most " + FarFailure.CLASSES_MAX + " are");
            }
            for (int i = 0; i < count; i++) {
                classes.add(in.takeString("the class of an exception"));
            }
            message = in.takeBoolean("whether there is a message") ? in.takeString("the message") : null;
        }
        String text = in.takeString("the failure");
        in.end("the failure");
        return new FarFailure(kind, classes, message, text);
    }
}
