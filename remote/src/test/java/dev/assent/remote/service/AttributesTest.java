package dev.assent.remote.service;

import static dev.assent.remote.service.CallTransaction.MANDATORY;
import static dev.assent.remote.service.CallTransaction.NEVER;
import static dev.assent.remote.service.CallTransaction.NOT_SUPPORTED;
import static dev.assent.remote.service.CallTransaction.REQUIRED;
import static dev.assent.remote.service.CallTransaction.REQUIRES_NEW;
import static dev.assent.remote.service.CallTransaction.SUPPORTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** Which attribute of a method counts. */
@Fast
class AttributesTest {
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
        assertThat(none.of(Annotated.class, Annotated.class.getMethod("plain"))).isEqualTo(NEVER);
        assertThat(none.of(Annotated.class, Annotated.class.getMethod("annotated")))
                .isEqualTo(MANDATORY);
        assertThat(none.of(Inherits.class, Inherits.class.getMethod("plain"))).isEqualTo(NEVER);
        assertThat(none.of(Inherits.class, Inherits.class.getMethod("more"))).isEqualTo(REQUIRED);

        Attributes coded = Attributes.of(SUPPORTS).with("coded", REQUIRES_NEW);
        assertThat(coded.of(Annotated.class, Annotated.class.getMethod("plain")))
                .isEqualTo(SUPPORTS);
        assertThat(coded.of(Annotated.class, Annotated.class.getMethod("annotated")))
                .isEqualTo(MANDATORY);
        assertThat(coded.of(Annotated.class, Annotated.class.getMethod("coded")))
                .isEqualTo(REQUIRES_NEW);
        Attributes over = coded.with("annotated", NOT_SUPPORTED);
        assertThat(over.of(Annotated.class, Annotated.class.getMethod("annotated")))
                .isEqualTo(NOT_SUPPORTED);
    }
}
