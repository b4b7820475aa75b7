package dev.assent.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Tier of a test class: {@code ./mvnw verify -P full} runs all of it, and {@code ./mvnw verify} a part, which the {@linkplain
 * Run#seed() seed of the run} chooses.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Tag("sampled")
public @interface Sampled {
    /** Value of {@link #tests()}: all test methods run, and each has its part by {@link Sample}. */
    int ALL = Integer.MAX_VALUE;

    /** How many of the class's test methods run in the fast tier; a parameterized one counts once. */
    int tests() default ALL;
}
