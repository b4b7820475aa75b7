package dev.assent.remote;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The transaction attribute of a method of an exported interface, or of all its methods without one of their own.
 * {@link Attributes} has the order of precedence.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Transacted {
    /** The attribute. */
    CallTransaction value();
}
