package dev.assent.harness;

import java.util.stream.Collectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Prints, at the start, how to repeat a run, and its test methods of sampled classes. */
public final class RunLine implements TestExecutionListener {
    /** Made by the launcher. */
    public RunLine() {}

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        if (Run.tier() == Run.Tier.FAST) {
            System.out.printf(
                    "tests of the fast tier, samples by seed %d (repeat: -Dassent.seed=%<d; all: -P full)%n",
                    Run.seed());
            for (TestIdentifier engine : plan.getRoots()) {
                plan.getChildren(engine).forEach(top -> show(plan, top));
            }
        }
    }

    private static void show(TestPlan plan, TestIdentifier top) {
        top.getSource()
                .flatMap(Tiers::classOf)
                .filter(testClass -> Tiers.of(testClass).equals("sampled"))
                .filter(testClass -> Tiers.sampledTests(testClass) != Sampled.ALL)
                .ifPresent(testClass ->
                        System.out.printf("sample of %s: %s%n", testClass.getSimpleName(), methods(plan, top)));
    }

    private static String methods(TestPlan plan, TestIdentifier top) {
        return plan.getDescendants(top).stream()
                .flatMap(each -> each.getSource().stream())
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .collect(Collectors.joining(", "));
    }
}
