package dev.assent.transport.iiop.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.transport.iiop.fuzz.PlainIn;
import dev.assent.transport.iiop.value.ValueLimits;
import java.io.Serializable;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.MARSHAL;

/** Values are read by code of their own classes, and that may throw anything. */
@Fast
class OperationTest {
    private static final ValueLimits LIMITS = new ValueLimits(1 << 20, 50);

    /** The called interface. */
    public interface Sets {
        /** Takes the same, and returns it. */
        Set<Torn> copy(Set<Torn> values);
    }

    /** What a hashCode throws. */
    enum Tear {
        EXCEPTION,
        SPEECHLESS_EXCEPTION,
        LINKAGE_ERROR,
        STACK_OVERFLOW
    }

    private static final class SpeechlessException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("it can't even say what it is");
        }
    }

    /** It has no hash code. */
    public record Torn(Tear how) implements Serializable {
        @Override
        public int hashCode() {
            switch (how) {
                case EXCEPTION -> throw new IllegalStateException("torn");
                case SPEECHLESS_EXCEPTION -> throw new SpeechlessException();
                case LINKAGE_ERROR -> throw new NoClassDefFoundError("torn");
                case STACK_OVERFLOW -> throw new StackOverflowError();
            }
            return 0;
        }
    }

    private static void assertRefused(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        MARSHAL.class,
                        refused -> assertThat(refused.completed).isEqualTo(CompletionStatus.COMPLETED_NO))
                .hasMessageContaining("can't be made: its own code has thrown");
    }

    @ParameterizedTest
    @EnumSource
    void aValueThatCanNotBeMadeIsRefused(Tear how) throws Exception {
        Operation operation = new Operation("copy", Sets.class.getMethod("copy", Set.class), LIMITS);
        Set<Torn> torn = Set.of(new Torn(how)); // one alone needs no hash code
        byte[] arguments = operation.arguments(new Object[] {torn});
        assertThatThrownBy(() -> operation.readArguments(new PlainIn(arguments)))
                .satisfies(OperationTest::assertRefused);
        byte[] result = operation.result(torn);
        assertThatThrownBy(() -> operation.readResult(new PlainIn(result))).satisfies(OperationTest::assertRefused);
    }
}
