package dev.assent.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

@Fast
class TierFilterTest {
    @Test
    void fastRun_fastClass_runsWhole() {
        assertThat(tests(Run.Tier.FAST, Quick.class)).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void fastRun_fullClass_isLeftOut() {
        assertThat(tests(Run.Tier.FAST, Slow.class, Quick.class)).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void fastRun_sampledClass_runsAsManyMethodsAsItSays() {
        assertThat(tests(Run.Tier.FAST, Part.class)).hasSize(2).isSubsetOf("one", "two", "three", "four", "inner");
    }

    @Test
    void fastRun_sampledClassWithoutANumber_runsEachMethod() {
        assertThat(tests(Run.Tier.FAST, PartOfEach.class)).containsExactly("one");
    }

    @Test
    void fastRun_classesOfWhichOneRuns_oneRuns() {
        assertThat(tests(Run.Tier.FAST, East.class, West.class)).hasSize(1).isSubsetOf("east", "west");
        assertThat(tests(Run.Tier.FAST, West.class, East.class))
                .isEqualTo(tests(Run.Tier.FAST, East.class, West.class));
    }

    @Test
    void fullRun_classesOfWhichOneRuns_allRun() {
        assertThat(tests(Run.Tier.FULL, East.class, West.class)).containsExactlyInAnyOrder("east", "west");
        assertThat(tests(Run.Tier.REST, East.class, West.class)).containsExactlyInAnyOrder("east", "west");
    }

    @Test
    void fastRun_classThatIsNotInItsGroup_isRefused() {
        assertThatThrownBy(() -> tests(Run.Tier.FAST, Astray.class))
                .hasStackTraceContaining("test class " + Astray.class.getName() + " is not among the classes of its");
    }

    @Test
    void fullRun_runsEverything() {
        assertThat(tests(Run.Tier.FULL, Quick.class, Slow.class, Part.class, PartOfEach.class))
                .containsExactlyInAnyOrder("one", "two", "slow", "three", "four", "inner");
    }

    @Test
    void restRun_runsWhatTheFastOneDoesNotRunWhole() {
        assertThat(tests(Run.Tier.REST, Quick.class, Slow.class, PartOfEach.class))
                .containsExactlyInAnyOrder("slow", "one");
        assertThat(tests(Run.Tier.REST, Quick.class)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Run.Tier.class)
    void anyRun_classWithoutATier_isRefused(Run.Tier tier) {
        assertThatThrownBy(() -> tests(tier, Untold.class))
                .hasStackTraceContaining("test class " + Untold.class.getName() + " has no tier; allowed: exactly one");
    }

    @ParameterizedTest
    @EnumSource(Run.Tier.class)
    void anyRun_classWithTheTierOfAnotherAsItsContract_isRefused(Run.Tier tier) {
        assertThatThrownBy(() -> tests(tier, Torn.class))
                .hasStackTraceContaining("test class " + Torn.class.getName() + " has the tiers ");
    }

    private static Set<String> tests(Run.Tier tier, Class<?>... classes) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(classes).map(each -> selectClass(each)).toList())
                .build();
        LauncherConfig config = LauncherConfig.builder()
                .enablePostDiscoveryFilterAutoRegistration(false)
                .addPostDiscoveryFilters(new TierFilter(tier))
                .build();
        TestPlan plan = LauncherFactory.create(config).discover(request);
        return plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .flatMap(test -> test.getSource().stream())
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .collect(Collectors.toSet());
    }

    @Fast
    static class Quick {
        @Test
        void one() {}

        @Test
        void two() {}
    }

    @Sampled
    @OneOf({East.class, West.class})
    static class East {
        @Test
        void east() {}
    }

    @Sampled
    @OneOf({East.class, West.class})
    static class West {
        @Test
        void west() {}
    }

    @Sampled
    @OneOf({East.class, West.class})
    static class Astray {
        @Test
        void astray() {}
    }

    @Full
    static class Slow {
        @Test
        void slow() {}
    }

    @Sampled(tests = 2)
    static class Part {
        @Test
        void one() {}

        @Test
        void two() {}

        @ParameterizedTest
        @EnumSource(Run.Tier.class)
        void three(Run.Tier tier) {}

        @Test
        void four() {}

        @Nested
        class Inner {
            @Test
            void inner() {}
        }
    }

    @Sampled
    static class PartOfEach {
        @Test
        void one() {}
    }

    static class Untold {
        @Test
        void one() {}
    }

    @Full
    static class Torn extends Quick {}
}
