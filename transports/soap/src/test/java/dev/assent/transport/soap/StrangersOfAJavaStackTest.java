package dev.assent.transport.soap;

import java.util.function.UnaryOperator;

/** The same exchanges with a stranger that writes as a stack of Java does. */
class StrangersOfAJavaStackTest extends StrangersTest {
    @Override
    UnaryOperator<String> dialect() {
        return JavaStack::rewritten;
    }
}
