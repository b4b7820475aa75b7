package dev.assent.remote;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an exception that is an answer of the application. It reaches the caller as itself, even if it is unchecked and
 * the method does not declare it. Also says whether it rolls back. Holds for subclasses too.
 *
 * <p>Exceptions that a method declares need this only to roll back: without it they leave the transaction as it is.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ApplicationFailure {
    /** Whether the transaction of the call can only roll back after it. */
    boolean rollback() default false;
}
