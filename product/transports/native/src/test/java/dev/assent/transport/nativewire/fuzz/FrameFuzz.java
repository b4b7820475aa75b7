package dev.assent.transport.nativewire.fuzz;

/** A target of Jazzer: the frames (docs/guide/fuzz.md). */
public final class FrameFuzz {
    private FrameFuzz() {}

    /** One try. */
    public static void fuzzerTestOneInput(byte[] input) {
        Fuzz.frame(input);
    }
}
