package dev.assent.transport.soap;

import dev.assent.harness.Fast;
import java.util.function.UnaryOperator;

/** The same exchanges with a superior that writes as a stack of Java does. */
@Fast
class StrangeSuperiorOfAJavaStackTest extends StrangeSuperiorTest {
    @Override
    UnaryOperator<String> dialect() {
        return JavaStack::rewritten;
    }
}
