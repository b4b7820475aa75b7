package dev.assent.transport.soap;

import dev.assent.harness.Fast;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;

/** The same exchanges with strangers that write as a stack of Java does. */
@Fast
class StrangersOfAJavaStackTest {
    @Nested
    class Exchanges extends StrangersTest {
        @Override
        UnaryOperator<String> dialect() {
            return JavaStack::rewritten;
        }
    }

    @Nested
    class OfVolatileOnes extends VolatileStrangersTest {
        @Override
        UnaryOperator<String> dialect() {
            return JavaStack::rewritten;
        }
    }

    @Nested
    class OfRefusedOnes extends RefusedStrangersTest {
        @Override
        UnaryOperator<String> dialect() {
            return JavaStack::rewritten;
        }
    }

    @Nested
    class WithFaults extends StrangerFaultsTest {
        @Override
        UnaryOperator<String> dialect() {
            return JavaStack::rewritten;
        }
    }
}
