package dev.assent.transport.nativewire.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.remote.ApplicationFailure;
import dev.assent.remote.ReferenceGoneException;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.fixture.EqualHashes;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Reference;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.Result.Effect;
import dev.assent.remote.transport.HashBound;
import dev.assent.transport.nativewire.wire.Bytes;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.Samples;
import dev.assent.transport.nativewire.wire.Shorthand;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireOut;
import java.io.IOException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values of calls arrive as they were sent, and only types that the interface declares are made. */
@Fast
class CallCodecTest {
    private final CallCodec codec = new CallCodec(100, 1 << 20);
    private final Shorthand shorthand = Samples.betweenNodes();

    /** Values that a call can carry. */
    public interface Everything {
        /** A value of a type, there and back. */
        void nothing();

        int numbers(byte a, short b, int c, long d, float e, double f, char g, boolean h);

        @Nullable Integer boxed(@Nullable Integer number, @Nullable String text);

        Money money(Money money);

        List<Money> all(Map<String, List<Money>> byName, Set<Color> colors, Money[] array);

        Shape shape(Shape shape);

        Account bean(Account account);

        Object anything(Object value);

        Optional<BigDecimal> exact(BigDecimal decimal, BigInteger integer);

        List<Object> times(Instant instant, LocalDate date, ZonedDateTime zoned, UUID id);

        byte[] bytes(byte[] bytes, int[][] matrix);

        void fails() throws NoFunds, IOException;

        Class<?> type(Class<?> type);

        <T> T generic(T value);

        Nested nested(Nested nested);

        int prices(Map<Code, Integer> prices);

        void overloaded(int number);

        void overloaded(String text);
    }

    record Money(String currency, BigDecimal amount) {}

    record Code(String code) {
        @Override
        public String toString() {
            return code;
        }
    }

    enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "leaf";
            }
        }
    }

    sealed interface Shape permits Circle, Group {}

    record Circle(double radius) implements Shape {}

    record Group(List<Shape> shapes) implements Shape {}

    record Nested(@Nullable Nested inner) {}

    static final class Account {
        private final List<String> owners = new ArrayList<>();
        private long balance;
        private transient int uses;

        private Account() {}

        Account(long balance, String... owners) {
            this.balance = balance;
            this.owners.addAll(List.of(owners));
            this.uses = 7;
        }
    }

    static final class NoFunds extends Exception {
        private static final long serialVersionUID = 1L;

        NoFunds(@Nullable String message) {
            super(message);
        }
    }

    @ApplicationFailure
    static final class Unasked extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unasked(String message) {
            super(message);
        }
    }

    static final class Undeclared extends RuntimeException {
        private static final long serialVersionUID = 1L;

        static int made;

        Undeclared(String message) {
            super(message);
            made++;
        }
    }

    private static Method method(String name) {
        return Arrays.stream(Everything.class.getMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Call call(String name, @Nullable Object... arguments) {
        return new Call("office", method(name), arguments, null, 5_000);
    }

    private byte[] bytes(Call call) throws WireException {
        WireOut out = new WireOut(FrameKind.CALL);
        codec.write(out, shorthand, call);
        return Bytes.body(out.frame());
    }

    private CallCodec.Read read(byte[] bytes) throws WireException {
        return codec.read(Bytes.in(bytes), shorthand, name -> name.equals("office") ? Everything.class : null);
    }

    private @Nullable Object[] carried(String name, @Nullable Object... arguments) throws WireException {
        Call call = Objects.requireNonNull(read(bytes(call(name, arguments))).call());
        assertThat(call.method()).isEqualTo(method(name));
        assertThat(call.timeoutMillis()).isEqualTo(5_000);
        return call.arguments();
    }

    private Result carried(Call call, Result result) throws WireException {
        WireOut out = new WireOut(FrameKind.RESULT);
        codec.write(out, shorthand, call, result);
        return codec.read(Bytes.in(Bytes.body(out.frame())), shorthand, call);
    }

    private @Nullable Object returned(String name, @Nullable Object value) throws WireException {
        return ((Result.Returned) carried(call(name), new Result.Returned(value, Effect.NONE))).value();
    }

    private Throwable thrown(Throwable failure, boolean isApplications) throws WireException {
        Result.Thrown thrown =
                (Result.Thrown) carried(call("fails"), new Result.Thrown(failure, isApplications, Effect.NONE));
        return thrown.failure();
    }

    // ---- values

    @Test
    void valuesOfTheJdkArriveAsTheyAre() throws WireException {
        assertThat(carried("nothing")).isEmpty();
        assertThat(carried("numbers", (byte) -1, (short) 300, 1 << 30, Long.MIN_VALUE, 1.5f, Double.NaN, 'é', true))
                .containsExactly((byte) -1, (short) 300, 1 << 30, Long.MIN_VALUE, 1.5f, Double.NaN, 'é', true);
        assertThat(carried("boxed", null, "漢字")).containsExactly(null, "漢字");
        assertThat(carried("exact", new BigDecimal("12.3400"), BigInteger.TEN.pow(200)))
                .containsExactly(new BigDecimal("12.3400"), BigInteger.TEN.pow(200));
        Instant instant = Instant.ofEpochSecond(1_700_000_000, 123_456_789);
        ZonedDateTime zoned = ZonedDateTime.parse("2026-11-22T10:00:00+01:00[Europe/Berlin]");
        UUID id = new UUID(1, 2);
        assertThat(carried("times", instant, LocalDate.of(2026, 2, 28), zoned, id))
                .containsExactly(instant, LocalDate.of(2026, 2, 28), zoned, id);
        byte[] large = new byte[300_000];
        large[299_999] = 1;
        assertThat(carried("bytes", large, new int[][] {{1}, {}, null})).isEqualTo(new Object[] {
            large, new int[][] {{1}, {}, null}
        });
        assertThat(returned("exact", Optional.of(BigDecimal.ONE))).isEqualTo(Optional.of(BigDecimal.ONE));
        assertThat(returned("nothing", null)).isNull();
    }

    @Test
    void recordsEnumsAndSealedTypesArriveAsTheyAre() throws WireException {
        Money money = new Money("EUR", new BigDecimal("0.10"));
        assertThat(carried("money", money)).containsExactly(money);
        assertThat(carried("all", Map.of("a", List.of(money)), Set.of(Color.RED, Color.GREEN), new Money[] {money}))
                .isEqualTo(
                        new Object[] {Map.of("a", List.of(money)), Set.of(Color.RED, Color.GREEN), new Money[] {money}
                        });
        Shape shape = new Group(List.of(new Circle(1), new Group(List.of())));
        assertThat(carried("shape", shape)).containsExactly(shape);
        assertThat(returned("shape", shape)).isEqualTo(shape);
    }

    @Test
    void aClassWithFieldsArrivesWithAllThatIsNotTransient() throws WireException {
        Account account = (Account) Objects.requireNonNull(carried("bean", new Account(5, "Ann", "Bob"))[0]);
        assertThat(account.balance).isEqualTo(5);
        assertThat(account.owners).containsExactly("Ann", "Bob");
        assertThat(account.uses).isZero();
    }

    @Test
    void whatIsDeclaredAsAnythingIsPlainDataAndNeverAnObjectOfTheOtherSidesChoice() throws WireException {
        assertThat(carried("anything", Map.of("a", List.of(1, "b")))).containsExactly(Map.of("a", List.of(1, "b")));
        assertThat(carried("anything", new Money("EUR", BigDecimal.ONE)))
                .containsExactly(Map.of("currency", "EUR", "amount", BigDecimal.ONE));
    }

    @Test
    void overloadsAreToldApartByTheirParameters() throws WireException {
        for (Method each : Everything.class.getMethods()) {
            if (each.getName().equals("overloaded")) {
                Object argument = each.getParameterTypes()[0] == int.class ? 5 : "five";
                Call sent = new Call("office", each, new Object[] {argument}, null, 1);
                Call come = Objects.requireNonNull(read(bytes(sent)).call());
                assertThat(come.method()).isEqualTo(each);
                assertThat(come.arguments()).containsExactly(argument);
            }
        }
    }

    @Test
    void aReferenceArrivesAsOne() throws WireException {
        Reference reference = new Reference("~0123", "dev.assent.Session");
        assertThat(carried(call("nothing"), new Result.Returned(reference, Effect.NONE)))
                .isEqualTo(new Result.Returned(reference, Effect.NONE));
    }

    // ---- what is not made

    @Test
    void aTypeThatIsAnotherAtEveryCallIsRefusedBeforeAnythingIsSent() {
        assertThatThrownBy(() -> bytes(call("generic", "x")))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("generic")
                .hasMessageContaining("declared type");
    }

    @Test
    void aClassIsNotLoadedByItsName() throws WireException {
        CallCodec.Read read = read(bytes(call("type", String.class)));
        assertThat(read.call()).isNull();
        assertThat(read.text()).contains("a call can't carry a class");
    }

    /** Each key would be compared with all before it. */
    @Test
    void manyKeysOfOneHashCodeAreRefused() throws WireException {
        Map<Code, Integer> some = prices(HashBound.SAME_MAX);
        assertThat(carried("prices", some)).containsExactly(some);
        CallCodec.Read read = read(bytes(call("prices", prices(3 * HashBound.SAME_MAX))));
        assertThat(read.call()).isNull();
        assertThat(read.text()).contains(Code.class.getName(), "one hash code");
    }

    private static Map<Code, Integer> prices(int count) {
        return EqualHashes.texts(count).stream().collect(Collectors.toMap(Code::new, code -> 1));
    }

    @Test
    void whatIsNestedTooDeeplyIsRefused() throws WireException {
        Nested nested = new Nested(null);
        for (int i = 0; i < 150; i++) {
            nested = new Nested(nested);
        }
        CallCodec.Read read = read(bytes(call("nested", nested)));
        assertThat(read.call()).isNull();
        assertThat(read.text()).contains("nested").contains("100");
    }

    @Test
    void anotherClassThanTheSealedTypePermitsIsRefused() throws WireException {
        byte[] sent = bytes(call("shape", new Circle(1)));
        byte[] name = Circle.class.getName().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        byte[] other = Money.class.getName().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        int at = find(sent, name);
        byte[] forged = sent.clone();
        System.arraycopy(Arrays.copyOf(other, name.length), 0, forged, at, name.length);
        CallCodec.Read read = read(forged);
        assertThat(read.call()).isNull();
        assertThat(read.text()).contains("can't be read");
    }

    private static int find(byte[] in, byte[] what) {
        for (int i = 0; i <= in.length - what.length; i++) {
            if (Arrays.equals(in, i, i + what.length, what, 0, what.length)) {
                return i;
            }
        }
        throw new AssertionError("not there");
    }

    @Test
    void aCallThatIsCutIsNone() throws WireException {
        byte[] whole = bytes(call("money", new Money("EUR", BigDecimal.TEN)));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            try {
                assertThat(read(cut).call()).as("cut to %d bytes", length).isNull();
            } catch (WireException expected) {
                assertThat(expected).hasMessageNotContaining("null");
            }
        }
    }

    // ---- failures

    @Test
    void whatIsNotThereIsToldAsTheServicesTellIt() throws WireException {
        Call gone = new Call("~77", method("nothing"), new Object[0], null, 1);
        Call unknown = new Call("elsewhere", method("nothing"), new Object[0], null, 1);
        assertThat(refused(gone)).isInstanceOf(ReferenceGoneException.class).hasMessageContaining("ASSENT-8050");
        assertThat(refused(unknown))
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8036")
                .hasMessageContaining("elsewhere.nothing");
        Call other = new Call("office", methodOfRunnable(), new Object[0], null, 1);
        assertThat(refused(other))
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("ASSENT-8037")
                .hasMessageContaining(Everything.class.getName());
    }

    private static Method methodOfRunnable() {
        return Runnable.class.getMethods()[0];
    }

    private Throwable refused(Call call) throws WireException {
        CallCodec.Read read = read(bytes(call));
        assertThat(read.call()).isNull();
        WireOut out = new WireOut(FrameKind.RESULT);
        CallCodec.refuse(out, read);
        return ((Result.Thrown) codec.read(Bytes.in(Bytes.body(out.frame())), shorthand, call)).failure();
    }

    @Test
    void anExceptionThatTheMethodDeclaresArrivesAsItself() throws WireException {
        assertThat(thrown(new NoFunds("5 too little"), true))
                .isInstanceOf(NoFunds.class)
                .hasMessage("5 too little");
        assertThat(thrown(new NoFunds(null), true)).isInstanceOf(NoFunds.class).hasMessage(null);
        assertThat(thrown(new Unasked("no"), true)).isInstanceOf(Unasked.class).hasMessage("no");
    }

    @Test
    void oneThatExtendsADeclaredOneOfTheJdkArrivesAsThat() throws WireException {
        assertThat(thrown(new java.io.FileNotFoundException("x"), true))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("x");
    }

    @Test
    void oneThatNobodyHasDeclaredIsNotMadeAndItsTextArrives() throws WireException {
        Undeclared failure = new Undeclared("secret");
        int before = Undeclared.made;
        assertThat(thrown(failure, true)).isNotInstanceOf(Undeclared.class).hasToString(failure.toString());
        assertThat(thrown(failure, false)).isNotInstanceOf(Undeclared.class).hasToString(failure.toString());
        assertThat(Undeclared.made).isEqualTo(before);
    }

    @Test
    void failuresOfCallsArriveAsTheyAre() throws WireException {
        for (RemoteFailureException each : List.of(
                new RemoteFailureException("a", null),
                new ServiceRefusedException("b", null),
                new ReferenceGoneException("c"),
                new dev.assent.remote.CallLostException("d", null),
                new dev.assent.remote.CallUnsentException("e", null))) {
            assertThat(thrown(each, false)).isExactlyInstanceOf(each.getClass()).hasMessage(each.getMessage());
        }
    }

    @Test
    void aResultThatCantBeReadLeavesTheTransactionToRollBack() throws WireException {
        Call call = call("money", new Money("EUR", BigDecimal.ONE));
        WireOut out = new WireOut(FrameKind.RESULT);
        codec.write(out, shorthand, call, new Result.Returned(new Money("EUR", BigDecimal.ONE), Effect.NONE));
        byte[] whole = Bytes.body(out.frame());
        byte[] cut = Arrays.copyOf(whole, whole.length - 1);
        Result.Thrown read = (Result.Thrown) codec.read(Bytes.in(cut), shorthand, call);
        assertThat(read.effect().isRollbackOnly()).isTrue();
        assertThat(read.isApplications()).isFalse();
    }
}
