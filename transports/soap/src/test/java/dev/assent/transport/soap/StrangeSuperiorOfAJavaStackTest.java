package dev.assent.transport.soap;

import java.util.function.UnaryOperator;

/** The same exchanges with a superior that writes as a stack of Java does. */
class StrangeSuperiorOfAJavaStackTest extends StrangeSuperiorTest {
    @Override
    UnaryOperator<String> dialect() {
        return JavaStack::rewritten;
    }
}
