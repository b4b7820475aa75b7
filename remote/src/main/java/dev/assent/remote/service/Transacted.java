package dev.assent.remote.service;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The transaction attribute of a method of an exported interface, or of all methods of it that have none of their own.
 * {@link Attributes} says what goes before what.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Transacted {
    /** The attribute. */
    TransactionAttribute value();
}
