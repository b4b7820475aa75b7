package dev.assent.lab.transport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On an interface whose methods have no parameters, and always return the same: clients may have the values before they
 * ask, so that a transport can send just as many bytes as the values have.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Constants {
    /** The class that has the values, with a public constructor without parameters. */
    Class<?> value();
}
