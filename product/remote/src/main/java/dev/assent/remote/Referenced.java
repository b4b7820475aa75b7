package dev.assent.remote;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An interface whose objects stay in their process: a method with this return type gives its caller a reference, a
 * proxy whose calls go to the object. The object's process keeps the object until the caller {@linkplain
 * Services#release releases} the reference, or has neither used nor {@linkplain Services#renew renewed} it for the time
 * of a lease. Then it closes the object, if that is AutoCloseable, and no longer keeps it.
 *
 * <p>If the interface is AutoCloseable, {@code close()} of the proxy closes the object and releases the reference.
 *
 * <p>The transaction attributes of its methods are those of {@link Transacted}, or REQUIRED without one.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Referenced {}
