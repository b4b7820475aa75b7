package dev.assent.lab.call;

import org.openjdk.jmh.annotations.CompilerControl;

/** What is called. */
@FunctionalInterface
public interface Adder {
    /** The number after it. */
    long next(long number);

    /** An object of this process. Immutable. */
    final class Bean implements Adder {
        /** Every way pays for the call itself, so the compiler may not make it go away where it could. */
        @Override
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        public long next(long number) {
            return number + 1;
        }
    }
}
