package dev.assent.core.foreign;

import static dev.assent.core.message.CoreMessages.MESSAGES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.xa.XaCodes;
import dev.assent.harness.Fast;
import java.io.IOException;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;

/** Readable texts of foreign Throwables, which may do anything in their methods. */
@Fast
class FailureTest {
    /** Throws an error in every method. */
    private static final class Speechless extends XAException {
        private static final long serialVersionUID = 1L;

        Speechless() {
            super(XAER_RMERR);
        }

        @Override
        public String getMessage() {
            throw new AssertionError("nobody may know");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new AssertionError("nobody may know");
        }

        @Override
        public String toString() {
            throw new AssertionError("nobody may know");
        }
    }

    private static final String NAME = Speechless.class.getName();

    @Test
    void text_aThrowableThatThrows_isItsClass() {
        assertThat(Failure.text(new Speechless())).isEqualTo(NAME);
        assertThat(Failure.message(new Speechless())).isEqualTo(NAME);
        assertThat(Failure.text(new IOException("reason"))).isEqualTo("java.io.IOException: reason");
        assertThat(Failure.message(new IOException("reason"))).isEqualTo("reason");
        assertThat(Failure.message(new IOException())).isEqualTo("java.io.IOException");
        assertThat(Failure.text(null)).isEqualTo("null");
    }

    @Test
    void messageText_anArgumentThatThrows_isItsClass() {
        assertThat(MESSAGES.tickFailed(new Speechless())).contains("ASSENT-1007", NAME);
    }

    @Test
    void describe_anXaExceptionThatThrows_hasItsCode() {
        assertThat(XaCodes.describe(new Speechless())).isEqualTo("XAER_RMERR (" + NAME + ")");
    }

    @Test
    void find_causesWithoutEnd_comesBack() {
        IOException one = new IOException("one");
        IOException other = new IOException("other", one);
        one.initCause(other);
        assertThat(Failure.find(one, IllegalStateException.class)).isNull();
        assertThat(Failure.find(new RuntimeException(new RuntimeException(one)), IOException.class))
                .isSameAs(one);
        assertThat(Failure.find(new Speechless(), IOException.class)).isNull();
    }

    @Test
    void suppress_anotherObject_isAdded() {
        Exception thrown = new Exception("thrown");
        Exception other = new Exception("other");
        Failure.suppress(thrown, other);
        assertThat(thrown).hasSuppressedException(other);
    }

    @Test
    void suppress_theSameObject_isNotAdded() {
        Exception thrown = new Exception("thrown");
        Failure.suppress(thrown, thrown);
        assertThat(thrown).hasNoSuppressedExceptions();
    }
}
