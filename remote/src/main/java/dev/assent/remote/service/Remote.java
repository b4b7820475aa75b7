package dev.assent.remote.service;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An interface whose objects stay where they are: a method that is declared to return it gives its caller a reference,
 * a proxy whose calls go to the object. The process that has the object keeps it until the caller {@linkplain
 * Services#release releases} the reference, or has neither used nor {@linkplain Services#renew renewed} it for the time
 * of a lease; then it closes an object that is AutoCloseable, and lets go of it.
 *
 * <p>When the interface is AutoCloseable, {@code close()} of the proxy closes the object and releases the reference.
 *
 * <p>The transaction attributes of its methods are those of {@link Transacted}, REQUIRED when there is none.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Remote {}
