package dev.assent.transport.iiop.fuzz;

/** Changes of an input in valid bytes: positions and new bytes, three bytes each. */
final class Changes {
    private static final int CHANGE_BYTES = 3;

    private Changes() {}

    /** A changed copy. */
    static byte[] in(byte[] sample, byte[] input) {
        byte[] changed = sample.clone();
        for (int i = 0; i + CHANGE_BYTES <= input.length; i += CHANGE_BYTES) {
            int place = (input[i] & 0xFF) << Byte.SIZE | (input[i + 1] & 0xFF);
            changed[place % changed.length] = input[i + 2];
        }
        return changed;
    }
}
