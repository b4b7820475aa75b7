package dev.assent.transport.soap;

import dev.assent.harness.Fast;
import java.util.function.UnaryOperator;

/** The same exchanges with a stranger that writes as a stack of Java does. */
@Fast
class StrangersOfAJavaStackTest extends StrangersTest {
    @Override
    UnaryOperator<String> dialect() {
        return JavaStack::rewritten;
    }
}
