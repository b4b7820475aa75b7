package dev.assent.transport.iiop.value;

import java.util.HashMap;
import java.util.Map;

/**
 * Reads the heads of values: what stands between the tag and the state, the codebase and the repository ids (CORBA 3.0,
 * section 15.3.4). A head is outside of chunks, and may refer to an id in an earlier head.
 *
 * <p>Not thread-safe.
 */
final class HeadsIn {
    private static final int ID_BYTES_MAX = 4_096;
    private static final int IDS_MAX = 64;

    private final CountedIn in;
    private final Map<Integer, String> ids = new HashMap<>();

    HeadsIn(CountedIn in) {
        this.in = in;
    }

    /** Reads the head after this tag; returns the repository id, of several ids the first. */
    String take(int tag) {
        if (!ValueTag.isValue(tag)) {
            throw ValueIn.refused("a value begins with " + tag + ", which is not a value tag");
        }
        if (ValueTag.hasCodebase(tag)) {
            takeId();
        }
        int types = ValueTag.types(tag);
        if (types == 0) {
            return "";
        }
        if (types == ValueTag.ONE_TYPE) {
            return takeId();
        }
        int count = types == ValueTag.LIST_OF_TYPES ? in.takeLong() : 0;
        if (count < 1 || count > IDS_MAX) {
            throw ValueIn.refused("a value of " + count + " types is not allowed; 1 to " + IDS_MAX + " are");
        }
        String first = takeId();
        for (int i = 1; i < count; i++) {
            takeId();
        }
        return first;
    }

    /** A repository id or a codebase, or the position of an earlier one. */
    private String takeId() {
        int length = in.takeLong();
        int begun = in.at() - Integer.BYTES;
        if (length == ValueTag.INDIRECTION) {
            String known = ids.get(in.at() + in.takeLong());
            if (known == null) {
                throw ValueIn.refused("a repository id refers to a position without one");
            }
            return known;
        }
        if (length < 0 || length > ID_BYTES_MAX) {
            throw in.tooLong(length);
        }
        in.begin(1, length);
        String id = Texts.string(in.octets(length));
        ids.put(begun, id);
        return id;
    }
}
