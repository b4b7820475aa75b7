package dev.assent.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Some {@link Sampled} classes, such as those of one peer, of which one runs in the fast tier. The {@linkplain Run#seed()
 * seed of the run} chooses it. Each of the classes names all of them, or has an annotation that does.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OneOf {
    /** The classes. */
    Class<?>[] value();
}
