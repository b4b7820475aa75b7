package dev.assent.interop;

import dev.assent.harness.OneOf;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** One test of each run of the fast tier is with Narayana's Transaction Service of CORBA. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@OneOf({AssentCoordinatorIT.class, NarayanaCoordinatorIT.class, NarayanaSubordinateIT.class, NarayanaSuperiorIT.class})
@interface OneOfNarayana {}
