package dev.assent.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@Fast
class CatalogueTest {
    /** Messages of this test. */
    interface Base {
        @Says(id = 1998, value = "nothing is wrong")
        String fine();
    }

    /** More of them. */
    interface Messages extends Base {
        Messages MESSAGES = Catalogue.of(Messages.class);

        @Says(id = 1999, value = "resource '%s' in transaction %s: %s of at most %,d are left, %1$s")
        String left(Object resource, @Nullable String transaction, Throwable cause, long max);
    }

    /** A method without a message. */
    interface Silent {
        String silent();
    }

    private static final Messages MESSAGES = Messages.MESSAGES;

    /** An exception that throws when asked for its text. */
    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            throw new IllegalStateException("nobody may know");
        }
    }

    @Test
    void message_hasItsNumberAndItsArguments() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(MESSAGES.left("orders", null, new IllegalStateException("none"), 7_000))
                    .isEqualTo("ASSENT-1999 resource 'orders' in transaction null:"
                            + " java.lang.IllegalStateException: none of at most 7,000 are left, orders");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void message_ofAnInterfaceThatIsExtended_isThereToo() {
        assertThat(MESSAGES.fine()).isEqualTo("ASSENT-1998 nothing is wrong");
    }

    @Test
    void argument_thatThrowsWhenAskedForItsText_isToldByItsClass() {
        Object speechless = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("nobody may know");
            }
        };
        assertThat(MESSAGES.left(speechless, null, new Speechless(), 7))
                .contains(
                        "'" + speechless.getClass().getName() + "'", Speechless.class.getName() + " of at most 7 are");
    }

    @Test
    void exception_withALongText_isToldOnOneBoundedLine() {
        String said = "the account is closed\n\tat dev.assent.Account.book(Account.java:7)\n".repeat(1_000);

        String told = MESSAGES.left("orders", "t", new IllegalStateException(said), 4);

        assertThat(told.lines()).hasSize(1);
        assertThat(told).contains("the account is closed", "are left").hasSizeLessThan(1_300);
    }

    @Test
    void name_isThatOfTheText() {
        assertThat(Catalogue.name(MESSAGES.fine())).isEqualTo("ASSENT-1998");
        assertThat(Catalogue.name("nothing is wrong")).isEmpty();
        assertThat(Catalogue.name("")).isEmpty();
    }

    @Test
    void method_thatSaysNothing_isRefused() {
        assertThatThrownBy(Catalogue.of(Silent.class)::silent).hasMessageContaining("silent() is no message");
    }

    @Test
    void catalogue_isAnObjectLikeOthers() {
        assertThat(Set.of(MESSAGES)).contains(MESSAGES).doesNotContain(Catalogue.of(Messages.class));
        assertThat(MESSAGES).hasToString("Messages");
    }
}
