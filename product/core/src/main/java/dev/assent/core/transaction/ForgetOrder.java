package dev.assent.core.transaction;

import dev.assent.core.audit.Act;
import dev.assent.core.log.RecordBody;
import dev.assent.core.participant.ByteSink;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An operator's or a superior's order that an outcome may be forgotten, with the resources that need not forget it,
 * since they are lost for good (law 12: heuristic outcomes are forced first). Immutable.
 *
 * @param act who said so
 * @param lost the names of resources that will never come back; they count only while no resource is registered
 *     under the name
 */
public record ForgetOrder(Act act, Set<String> lost) implements RecordBody {
    /** Copies the names. */
    public ForgetOrder {
        lost = Set.copyOf(lost);
    }

    /** Writes the body of its record. */
    @Override
    public void write(ByteSink out) {
        act.write(out);
        List<String> names = List.copyOf(new TreeSet<>(lost));
        out.putByte(names.size() >>> 8).putByte(names.size());
        names.forEach(out::putString);
    }

    static ForgetOrder read(ByteBuffer in) {
        Act act = Act.read(in);
        Set<String> lost = new TreeSet<>();
        for (int left = in.getShort() & 0xFFFF; left > 0; left--) {
            lost.add(ByteSink.readString(in));
        }
        return new ForgetOrder(act, lost);
    }
}
