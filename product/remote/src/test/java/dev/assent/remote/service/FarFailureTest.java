package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.core.fixture.AnyThrowable;
import dev.assent.harness.Fast;
import dev.assent.remote.ApplicationFailure;
import dev.assent.remote.CallLostException;
import dev.assent.remote.CallUnsentException;
import dev.assent.remote.ReferenceGoneException;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.service.FarFailure.Kind;
import dev.assent.remote.service.FarFailure.Thrown;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An exception of a called object, as another process sends it, and as its caller gets it. */
@Fast
class FarFailureTest {
    private static final int TEXT_CHARS_MAX = 8_000;
    private static final AtomicBoolean isInitialized = new AtomicBoolean();

    /** The interface of the called object. */
    interface Account {
        void debit() throws NoMoney, IOException, Strict, Hidden, Bare, Broken, Abstract;

        void loose() throws Exception;
    }

    static class NoMoney extends Exception {
        final String by;

        NoMoney(String text, int amount) {
            super(text + amount);
            by = "amount";
        }

        NoMoney(Object text) {
            super(String.valueOf(text));
            by = "object";
        }

        NoMoney(String text) {
            super(text);
            by = "text";
        }
    }

    static final class NoMoneyToday extends NoMoney {
        NoMoneyToday(String text) {
            super(text);
        }
    }

    /** It has a text only with an amount. */
    static class Strict extends Exception {
        Strict(Integer amount) {
            super("amount " + amount);
        }
    }

    static final class Hidden extends Exception {
        private Hidden(String text) {
            super(text);
        }
    }

    static class Bare extends Exception {
        private Bare() {}
    }

    static class Broken extends Exception {
        Broken(String text) {
            throw new IllegalStateException("no exception is made of " + text);
        }
    }

    abstract static class Abstract extends Exception {
        Abstract(String text) {
            super(text);
        }
    }

    @ApplicationFailure
    static class Annotated extends RuntimeException {
        Annotated(String text) {
            super(text);
        }
    }

    static final class AnnotatedToo extends Annotated {
        AnnotatedToo(String text) {
            super(text);
        }
    }

    /** Its class does something when it is used. */
    static final class Undeclared extends RuntimeException {
        static {
            isInitialized.set(true);
        }

        Undeclared(String text) {
            super(text);
        }
    }

    private static Method method(String name) throws Exception {
        return Account.class.getDeclaredMethod(name);
    }

    private static Thrown thrown(@Nullable String message, String... classes) throws Exception {
        return new FarFailure(Kind.APPLICATIONS, List.of(classes), message, "its text").thrown(method("debit"));
    }

    private static void assertMade(Thrown thrown, Class<?> type, @Nullable String message) {
        assertThat(thrown.failure()).isExactlyInstanceOf(type).hasNoCause();
        assertThat(thrown.failure().getMessage()).isEqualTo(message);
        assertThat(thrown.isApplications()).isTrue();
    }

    /** The caller reads what it was, and can't take it for an exception of its application. */
    private static void assertNotMade(Thrown thrown) {
        assertThat(thrown.failure()).isInstanceOf(RuntimeException.class).hasToString("its text");
        assertThat(thrown.failure().getClass().getName()).startsWith(FarFailure.class.getName());
        assertThat(thrown.isApplications()).isFalse();
    }

    // ---- at the called process

    @Test
    void of_anyExceptionThatIsNotTheApplications_isItsText() {
        assertThat(FarFailure.of(new IllegalStateException("no", new IOException("disk")), false))
                .isEqualTo(new FarFailure(Kind.OTHER, List.of(), null, "java.lang.IllegalStateException: no"));
    }

    @Test
    void of_anExceptionOfAssent_isItsKindAndItsMessage() {
        assertOfAssent(Kind.REMOTE_FAILURE, new RemoteFailureException("why", null));
        assertOfAssent(Kind.REFUSED, new ServiceRefusedException("why", null));
        assertOfAssent(Kind.REFERENCE_GONE, new ReferenceGoneException("why"));
        assertOfAssent(Kind.LOST, new CallLostException("why", null));
        assertOfAssent(Kind.UNSENT, new CallUnsentException("why", null));
    }

    private static void assertOfAssent(Kind kind, Throwable failure) {
        assertThat(FarFailure.of(failure, false)).isEqualTo(new FarFailure(kind, List.of(), null, "why"));
    }

    @Test
    void of_anExceptionOfTheApplication_hasItsClassesAndItsMessage() {
        assertThat(FarFailure.of(new NoMoneyToday("5 short"), true))
                .isEqualTo(new FarFailure(
                        Kind.APPLICATIONS,
                        List.of(NoMoneyToday.class.getName(), NoMoney.class.getName(), "java.lang.Exception"),
                        "5 short",
                        NoMoneyToday.class.getName() + ": 5 short"));
    }

    @Test
    void of_anExceptionOfAssentThatTheMethodDeclares_isTheApplications() {
        assertThat(FarFailure.of(new CallLostException("why", null), true).kind())
                .isEqualTo(Kind.APPLICATIONS);
    }

    @Test
    void of_noMessage_hasNone() {
        FarFailure failure = FarFailure.of(new Bare(), true);
        assertThat(failure.message()).isNull();
        assertThat(failure.text()).isEqualTo(Bare.class.getName());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void of_itsTextCanNotBeRead_isItsClass(boolean isApplications) {
        Throwable speechless = AnyThrowable.Kind.SPEECHLESS.made();
        assertThat(FarFailure.of(speechless, isApplications))
                .isEqualTo(new FarFailure(
                        Kind.OTHER, List.of(), null, speechless.getClass().getName()));
    }

    @Test
    void of_aLongMessage_isCut() {
        String longest = "x".repeat(TEXT_CHARS_MAX);
        FarFailure cut = FarFailure.of(new NoMoney(longest + "y"), true);
        assertThat(cut.message()).isEqualTo(longest);
        assertThat(cut.text()).hasSize(TEXT_CHARS_MAX).startsWith(NoMoney.class.getName());
        assertThat(FarFailure.of(new NoMoney(longest), true).message()).isEqualTo(longest);
        assertThat(FarFailure.of(new CallLostException(longest + "y", null), false)
                        .text())
                .isEqualTo(longest);
    }

    @Test
    void of_aClassWithManySuperclasses_hasTheNearest() {
        List<String> classes = FarFailure.of(new Deep.Level16(), true).classes();
        assertThat(classes).hasSize(FarFailure.CLASSES_MAX);
        assertThat(classes.get(0)).isEqualTo(Deep.Level16.class.getName());
        assertThat(classes.get(15)).isEqualTo(Deep.Level1.class.getName());
    }

    /** Sixteen classes, one below the other. */
    private static final class Deep {
        static class Level1 extends Exception {}

        static class Level2 extends Level1 {}

        static class Level3 extends Level2 {}

        static class Level4 extends Level3 {}

        static class Level5 extends Level4 {}

        static class Level6 extends Level5 {}

        static class Level7 extends Level6 {}

        static class Level8 extends Level7 {}

        static class Level9 extends Level8 {}

        static class Level10 extends Level9 {}

        static class Level11 extends Level10 {}

        static class Level12 extends Level11 {}

        static class Level13 extends Level12 {}

        static class Level14 extends Level13 {}

        static class Level15 extends Level14 {}

        static class Level16 extends Level15 {}
    }

    @Test
    void new_theListChangesLater_keepsItsOwn() {
        List<String> classes = new ArrayList<>(List.of("a"));
        FarFailure failure = new FarFailure(Kind.APPLICATIONS, classes, null, "");
        classes.add("b");
        assertThat(failure.classes()).containsExactly("a");
    }

    // ---- at the caller

    @ParameterizedTest
    @EnumSource(Kind.class)
    void thrown_noClass_isOfItsKind(Kind kind) throws Exception {
        Thrown thrown = new FarFailure(kind, List.of(), null, "its text").thrown(method("debit"));
        Class<?> expected = switch (kind) {
            case OTHER, APPLICATIONS -> null;
            case REMOTE_FAILURE -> RemoteFailureException.class;
            case REFUSED -> ServiceRefusedException.class;
            case REFERENCE_GONE -> ReferenceGoneException.class;
            case LOST -> CallLostException.class;
            case UNSENT -> CallUnsentException.class;
        };
        if (expected == null) {
            assertNotMade(thrown);
        } else {
            assertThat(thrown.failure())
                    .isExactlyInstanceOf(expected)
                    .hasMessage("its text")
                    .hasNoCause();
            assertThat(thrown.isApplications()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {NoMoney.class, IOException.class, Hidden.class, Annotated.class, AnnotatedToo.class})
    void thrown_declaredOrAnnotated_isItselfWithItsMessage(Class<?> type) throws Exception {
        assertMade(thrown("5 short", type.getName()), type, "5 short");
    }

    @Test
    void thrown_severalConstructors_theOneForTheMessageMakesIt() throws Exception {
        assertThat(((NoMoney) thrown("5 short", NoMoney.class.getName()).failure()).by)
                .isEqualTo("text");
    }

    @Test
    void thrown_noMessage_isItselfWithoutOne() throws Exception {
        assertMade(thrown(null, Hidden.class.getName()), Hidden.class, null);
        assertMade(thrown(null, Bare.class.getName()), Bare.class, null);
    }

    /** Else the caller would lose the message. */
    @Test
    void thrown_noConstructorTakesTheMessage_isItsText() throws Exception {
        assertNotMade(thrown("5 short", Bare.class.getName()));
        assertNotMade(thrown("5 short", Strict.class.getName()));
        assertNotMade(thrown(null, Strict.class.getName()));
    }

    @ParameterizedTest
    @ValueSource(classes = {Broken.class, Abstract.class})
    void thrown_itsConstructorFails_isItsText(Class<?> type) throws Exception {
        assertNotMade(thrown("5 short", type.getName()));
    }

    @Test
    void thrown_aSubclassOfADeclaredOne_isItself() throws Exception {
        assertMade(thrown("5 short", NoMoneyToday.class.getName()), NoMoneyToday.class, "5 short");
    }

    /** The caller does not know the newer class of the called process. */
    @Test
    void thrown_onlyASuperclassIsKnown_isThat() throws Exception {
        assertMade(
                thrown("5 short", "bank.NoMoneyEver", Broken.class.getName(), NoMoney.class.getName()),
                NoMoney.class,
                "5 short");
    }

    /** A method that declares an exception of the JDK does not let any of its subclasses come. */
    @Test
    void thrown_aSubclassOfADeclaredOneOfTheJdk_isItsText() throws Exception {
        String name = FileNotFoundException.class.getName();
        assertNotMade(thrown("5 short", name));
        FarFailure failure = new FarFailure(Kind.APPLICATIONS, List.of(name), "5 short", "its text");
        assertNotMade(failure.thrown(method("loose")));
    }

    /** Another process names any class; what nobody allows is not even initialized (law 22). */
    @Test
    void thrown_neitherDeclaredNorAnnotated_isItsTextAndItsClassIsNotUsed() throws Exception {
        assertNotMade(thrown("5 short", "dev.assent.remote.service.FarFailureTest$Undeclared"));
        assertThat(isInitialized).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"java.lang.String", "java.lang.Runnable", "[Ljava.lang.String;", "int", "no such class", ""})
    void thrown_noThrowable_isItsText(String name) throws Exception {
        assertNotMade(thrown("5 short", name));
    }

    @Test
    void thrown_whatWasSent_isMadeAgain() throws Exception {
        Throwable sent = catchThrowable(() -> {
            throw new NoMoneyToday("5 short");
        });
        assertMade(FarFailure.of(sent, true).thrown(method("debit")), NoMoneyToday.class, "5 short");
    }
}
