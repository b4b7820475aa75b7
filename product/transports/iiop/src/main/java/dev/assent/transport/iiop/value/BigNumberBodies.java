package dev.assent.transport.iiop.value;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers of any size, in their serialized forms. Pure functions. */
final class BigNumberBodies {
    private static final int NOT_COMPUTED = -1;
    private static final int NOT_FOUND = -2;

    private BigNumberBodies() {}

    /** A BigInteger: four unused numbers, its sign and its magnitude. */
    static final class Whole extends CustomBody {
        private final ValueForm magnitude;

        Whole(ValueForm magnitude) {
            super(BigInteger.class);
            this.magnitude = magnitude;
        }

        @Override
        void write(ValueOut out, Object value) throws ValueException {
            BigInteger number = (BigInteger) value;
            begin(out);
            out.putLong(NOT_COMPUTED);
            out.putLong(NOT_COMPUTED);
            out.putLong(NOT_FOUND);
            out.putLong(NOT_FOUND);
            out.putLong(number.signum());
            byte[] octets = number.abs().toByteArray();
            magnitude.write(out, number.signum() == 0 ? new byte[0] : octets);
        }

        @Override
        Object read(ValueIn in, int begun) {
            boolean isEnclosed = begin(in);
            for (int i = 0; i < 4; i++) {
                in.takeLong();
            }
            int signum = in.takeLong();
            byte[] octets = (byte[]) magnitude.read(in);
            if (isEnclosed) {
                in.skipValue();
            }
            if (octets == null) {
                throw ValueIn.refused("a number has no digits");
            }
            try {
                BigInteger number = new BigInteger(signum, octets);
                in.keep(begun, number);
                return number;
            } catch (NumberFormatException none) {
                throw ValueIn.refused("a number can't be read: " + none.getMessage());
            }
        }
    }

    /** A BigDecimal: its scale and its digits. */
    static final class Decimal extends CustomBody {
        private final ValueForm digits;

        Decimal(ValueForm digits) {
            super(BigDecimal.class);
            this.digits = digits;
        }

        @Override
        void write(ValueOut out, Object value) throws ValueException {
            BigDecimal number = (BigDecimal) value;
            begin(out);
            out.putLong(number.scale());
            digits.write(out, number.unscaledValue());
        }

        @Override
        Object read(ValueIn in, int begun) {
            boolean isEnclosed = begin(in);
            int scale = in.takeLong();
            BigInteger unscaled = (BigInteger) digits.read(in);
            if (isEnclosed) {
                in.skipValue();
            }
            if (unscaled == null) {
                throw ValueIn.refused("a decimal number has no digits");
            }
            BigDecimal number = new BigDecimal(unscaled, scale);
            in.keep(begun, number);
            return number;
        }
    }
}
