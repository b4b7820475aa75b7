package dev.assent.transport.iiop.value;

import java.util.Date;
import java.util.UUID;

/** Small values of java.util, in their serialized forms. Pure functions. */
final class SmallBodies {
    private SmallBodies() {}

    /** A Date: no fields, only its milliseconds. */
    static final class Dates extends CustomBody {
        Dates() {
            super(Date.class);
        }

        @Override
        void write(ValueOut out, Object value) throws ValueException {
            begin(out);
            out.putLongLong(((Date) value).getTime());
        }

        @Override
        Object read(ValueIn in, int begun) {
            boolean isEnclosed = begin(in);
            beginMore(in, isEnclosed);
            Date date = new Date(in.takeLongLong());
            endMore(in, isEnclosed);
            in.keep(begun, date);
            return date;
        }
    }

    /** A UUID: its lower and its upper half. */
    static final class Uuids extends Body {
        Uuids() {
            super(UUID.class);
        }

        @Override
        void write(ValueOut out, Object value) throws ValueException {
            out.putLongLong(((UUID) value).getLeastSignificantBits());
            out.putLongLong(((UUID) value).getMostSignificantBits());
        }

        @Override
        Object read(ValueIn in, int begun) {
            long low = in.takeLongLong();
            UUID id = new UUID(in.takeLongLong(), low);
            in.keep(begun, id);
            return id;
        }
    }
}
