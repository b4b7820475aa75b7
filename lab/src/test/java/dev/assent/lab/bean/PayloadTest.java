package dev.assent.lab.bean;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A result that differs from the server's is found. */
@Fast
class PayloadTest {
    private static final Payloads TRUE = new ConstantPayloads();

    /** The constants, but for arrays of data sets. */
    private static Payloads changed(UnaryOperator<DataSet[]> change) {
        return (Payloads) Proxy.newProxyInstance(
                Payloads.class.getClassLoader(), new Class<?>[] {Payloads.class}, (self, method, arguments) -> {
                    Object result = method.invoke(TRUE, arguments);
                    return result instanceof DataSet[] all ? change.apply(all) : result;
                });
    }

    @ParameterizedTest
    @EnumSource
    void whatTheServerHasIsRight(Payload each) {
        assertThatCode(() -> each.check(TRUE, true)).doesNotThrowAnyException();
    }

    @Test
    void anyElementMayBeTheWrongOne() {
        Payloads wrong = changed(all -> {
            DataSet[] copy =
                    IntStream.range(0, all.length).mapToObj(DataSet::filled).toArray(DataSet[]::new);
            copy[all.length - 1].setFloat(-1);
            return copy;
        });

        assertThatThrownBy(() -> Payload.DISTINCT_100.check(wrong, true)).hasMessageContaining("another value");
    }

    @Test
    void whatIsSharedMustStayShared() {
        Payloads copied =
                changed(all -> Arrays.stream(all).map(each -> DataSet.filled(0)).toArray(DataSet[]::new));

        assertThatThrownBy(() -> Payload.DATA_SET_10.check(copied, true))
                .hasMessageContaining("returned 10 instances instead of 1");
    }

    @Test
    void whatDoesNotKeepReferencesMustNotShareWhatIsDistinct() {
        Payloads shared = changed(all -> {
            DataSet[] copy = all.clone();
            Arrays.fill(copy, all[0]);
            return copy;
        });

        assertThatThrownBy(() -> Payload.DATA_SET_10.check(shared, false))
                .hasMessageContaining("returned 1 instances instead of 10");
    }

    @Test
    void anArrayMustHaveAllOfItsElements() {
        Payloads shorter = changed(all -> Arrays.copyOf(all, all.length - 1));

        assertThatThrownBy(() -> Payload.DISTINCT_10.check(shorter, true)).hasMessageContaining("another value");
    }
}
