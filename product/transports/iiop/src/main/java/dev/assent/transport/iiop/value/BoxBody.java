package dev.assent.transport.iiop.value;

/** A primitive value as an object, such as an Integer; it has one field. Safe to share. */
final class BoxBody extends Body {
    private final PrimitiveForm value;

    BoxBody(Class<?> type, Class<?> primitive) {
        super(type);
        value = new PrimitiveForm(primitive);
    }

    @Override
    void write(ValueOut out, Object box) throws ValueException {
        value.write(out, box);
    }

    @Override
    Object read(ValueIn in, int begun) {
        Object box = bound(value.read(in));
        in.keep(begun, box);
        return box;
    }
}
