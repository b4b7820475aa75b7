package dev.assent.core.message;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The text of a message, on a method of a {@link Catalogue}. The method's parameters fill its places, in order. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Says {
    /** The number after "ASSENT-"; it never changes its meaning. */
    int id();

    /** The text with a place for each parameter, as in {@link java.util.Formatter}. */
    String value();
}
