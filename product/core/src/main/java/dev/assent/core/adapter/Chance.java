package dev.assent.core.adapter;

import java.security.SecureRandom;

/** Random bits that nobody can guess. Thread safety: safe to share. */
public final class Chance {
    private static final SecureRandom SOURCE = new SecureRandom();

    private Chance() {}

    /** 64 bits of a cryptographic random source. */
    public static long bits() {
        return SOURCE.nextLong();
    }
}
