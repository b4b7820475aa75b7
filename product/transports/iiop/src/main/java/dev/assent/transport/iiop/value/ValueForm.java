package dev.assent.transport.iiop.value;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A value with a tag, which may be null or shared; of one class or one of several. Safe to share. */
final class ValueForm extends Form {
    private final List<Body> bodies;

    /** {@code bodies} are the allowed ones; the first that takes a value writes it. */
    ValueForm(List<Body> bodies) {
        this.bodies = List.copyOf(bodies);
    }

    boolean has(Body body) {
        return bodies.contains(body);
    }

    List<Body> bodies() {
        return bodies;
    }

    /** The body of a repository id; without an id that of the only class; null for an id that is not allowed. */
    @Nullable Body find(String id) {
        if (id.isEmpty()) {
            return bodies.size() == 1 ? bodies.get(0) : null;
        }
        for (Body each : bodies) {
            if (each.isNamed(id)) {
                return each;
            }
        }
        return null;
    }

    @Override
    public void write(ValueOut out, @Nullable Object value) throws ValueException {
        out.putValue(value, value == null ? bodies.get(0) : body(value));
    }

    private Body body(Object value) throws ValueException {
        for (Body each : bodies) {
            if (each.takes(value)) {
                return each;
            }
        }
        throw new ValueException("a value of " + value.getClass().getTypeName() + " is not allowed; " + this + " is");
    }

    @Override
    public @Nullable Object read(ValueIn in) {
        return in.takeValue(this);
    }

    @Override
    public String toString() {
        return bodies.stream().map(Body::toString).collect(Collectors.joining(" or "));
    }
}
