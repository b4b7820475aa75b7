package dev.assent.transport.iiop.value;

/** A String: a boxed wstring of CORBA. Safe to share. */
final class StringBody extends Body {
    StringBody() {
        super(String.class);
    }

    @Override
    void write(ValueOut out, Object value) throws ValueException {
        out.putWstring((String) value);
    }

    @Override
    Object read(ValueIn in, int begun) {
        String text = in.takeWstring();
        in.keep(begun, text);
        return text;
    }
}
