package dev.assent.core.message;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a message says: on a method of a {@link Catalogue}, whose parameters fill the places of the text, in their order. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Says {
    /** The number behind "ASSENT-"; it never changes its meaning. */
    int id();

    /** The text with a place for each parameter, as in {@link java.util.Formatter}. */
    String value();
}
