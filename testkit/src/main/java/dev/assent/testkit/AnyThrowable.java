package dev.assent.testkit;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The Throwables that foreign code may throw: any, since not every language checks exceptions. Pure functions. */
public final class AnyThrowable {
    private AnyThrowable() {}

    /** The kinds of Throwables. Each makes a new one, since a Throwable keeps its suppressed exceptions. */
    public enum Kind {
        /** Not declared where it is thrown. */
        CHECKED(() -> new IOException("checked")),
        /** The interruption of a thread. */
        INTERRUPTED(() -> new InterruptedException("interrupted")),
        /** The usual kind. */
        UNCHECKED(() -> new IllegalStateException("unchecked")),
        /** A class that is not there. */
        LINKAGE(() -> new NoClassDefFoundError("linkage")),
        /** A class whose initializer has failed. */
        INITIALIZER(() -> new ExceptionInInitializerError("initializer")),
        /** A recursion without end. */
        STACK(() -> new StackOverflowError("stack")),
        /** A full heap, or no more threads. */
        MEMORY(() -> new OutOfMemoryError("memory")),
        /** The error of an assertion. */
        ASSERTION(() -> new AssertionError("error")),
        /** As the error that ends a thread without any report. */
        BARE(() -> new Throwable("bare")),
        /** Ends a thread without any report. */
        DEATH(Death::new),
        /** Without a message. */
        NO_MESSAGE(NullPointerException::new),
        /** Its message can't be read: that throws an exception. */
        SPEECHLESS(Speechless::new),
        /** Its message can't be read: that throws an error. */
        SPEECHLESS_ERROR(SpeechlessError::new),
        /** The causes have no end. */
        ENDLESS(AnyThrowable::endless);

        private final Supplier<Throwable> maker;

        Kind(Supplier<Throwable> maker) {
            this.maker = maker;
        }

        /** A new one. */
        public Throwable made() {
            return maker.get();
        }

        /** Whether it has a message, and can be asked for it. */
        public boolean speaks() {
            return switch (this) {
                case DEATH, NO_MESSAGE, SPEECHLESS, SPEECHLESS_ERROR, ENDLESS -> false;
                default -> true;
            };
        }
    }

    /** Ends a thread, and has no stack trace. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;

        Death() {
            super(null, null, false, false);
        }
    }

    /** Throws when its text is read. */
    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("nobody may know");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("nobody may know");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("nobody may know");
        }
    }

    /** Throws an error when its text is read. */
    private static final class SpeechlessError extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new AssertionError("nobody may know");
        }

        @Override
        public String toString() {
            throw new AssertionError("nobody may know");
        }
    }

    private static Throwable endless() {
        Throwable one = new IllegalStateException("one");
        one.initCause(new IllegalStateException("the other", one));
        return one;
    }

    /** One of each kind that has a message, for a {@code MethodSource}. */
    public static Stream<Throwable> kinds() {
        return Arrays.stream(Kind.values()).filter(Kind::speaks).map(Kind::made);
    }

    /** Throws anything where nothing is declared. */
    public static void raise(Throwable any) {
        AnyThrowable.<RuntimeException>cast(any);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void cast(Throwable any) throws T {
        throw (T) any;
    }
}
