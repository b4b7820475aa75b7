package dev.assent.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The formal model holds, and its check finds what is done wrong on purpose (docs/design/model.md). */
@Sampled
@Execution(ExecutionMode.CONCURRENT)
class ModelTest {
    static List<String> models() throws IOException {
        return Sample.of("models", 1, Checker.configurations(Form.asked()));
    }

    static List<Mistake> mistakes() {
        return Sample.of("mistakes in a model", 2, Mistake.values());
    }

    @ParameterizedTest
    @MethodSource("models")
    void everyPropertyHolds(String model) throws Exception {
        String module = model.substring(0, model.indexOf('.'));
        Checked checked = Checker.check(model, module, Checker.configuration(model), "a temporal property");
        System.out.printf("%-40s %s%n", model, checked.summary());
        assertThat(checked.violated()).as(checked.output()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsFound(Mistake mistake) throws Exception {
        String common = Checker.configuration(mistake.module() + ".mistakes");
        Checked checked = Checker.check(
                "mistakes/" + mistake,
                mistake.module(),
                mistake.configuration(common),
                mistake.isTemporal() ? mistake.property() : "");
        System.out.printf("%-40s %s: not %s%n", mistake, checked.summary(), mistake.property());
        assertThat(checked.violated()).as(checked.output()).isEqualTo(mistake.property());
    }
}
