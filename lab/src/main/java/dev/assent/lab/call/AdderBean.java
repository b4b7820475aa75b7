package dev.assent.lab.call;

import org.openjdk.jmh.annotations.CompilerControl;

/** An object of this process. Immutable. */
public final class AdderBean implements Adder {
    /** Every way pays for the call itself, so the compiler may not make it go away where it could. */
    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public long next(long number) {
        return number + 1;
    }
}
