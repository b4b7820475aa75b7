package dev.assent.remote.service;

import static dev.assent.remote.CallTransaction.MANDATORY;
import static dev.assent.remote.CallTransaction.NEVER;
import static dev.assent.remote.CallTransaction.NOT_SUPPORTED;
import static dev.assent.remote.CallTransaction.REQUIRED;
import static dev.assent.remote.CallTransaction.REQUIRES_NEW;
import static dev.assent.remote.CallTransaction.SUPPORTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.remote.Attributes;
import dev.assent.remote.Transacted;
import org.junit.jupiter.api.Test;

/** Which attribute of a method counts. */
@Fast
class MethodAttributesTest {
    @Transacted(NEVER)
    interface Annotated {
        void plain();

        @Transacted(MANDATORY)
        void annotated();

        void coded();
    }

    interface Inherits extends Annotated {
        void more();
    }

    @Test
    void codeForAMethodGoesBeforeItsAnnotationAndThatBeforeCodeForTheInterface() throws Exception {
        Attributes none = Attributes.ANNOTATED;
        assertThat(MethodAttributes.of(none, Annotated.class, Annotated.class.getMethod("plain")))
                .isEqualTo(NEVER);
        assertThat(MethodAttributes.of(none, Annotated.class, Annotated.class.getMethod("annotated")))
                .isEqualTo(MANDATORY);
        assertThat(MethodAttributes.of(none, Inherits.class, Inherits.class.getMethod("plain")))
                .isEqualTo(NEVER);
        assertThat(MethodAttributes.of(none, Inherits.class, Inherits.class.getMethod("more")))
                .isEqualTo(REQUIRED);

        Attributes coded = Attributes.of(SUPPORTS).with("coded", REQUIRES_NEW);
        assertThat(MethodAttributes.of(coded, Annotated.class, Annotated.class.getMethod("plain")))
                .isEqualTo(SUPPORTS);
        assertThat(MethodAttributes.of(coded, Annotated.class, Annotated.class.getMethod("annotated")))
                .isEqualTo(MANDATORY);
        assertThat(MethodAttributes.of(coded, Annotated.class, Annotated.class.getMethod("coded")))
                .isEqualTo(REQUIRES_NEW);
        Attributes over = coded.with("annotated", NOT_SUPPORTED);
        assertThat(MethodAttributes.of(over, Annotated.class, Annotated.class.getMethod("annotated")))
                .isEqualTo(NOT_SUPPORTED);
    }
}
