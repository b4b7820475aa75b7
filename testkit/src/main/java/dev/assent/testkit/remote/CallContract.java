package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.remote.service.CallUnsentException;
import dev.assent.remote.service.RemoteFailureException;
import dev.assent.remote.transport.HashBound;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The arguments and results of calls. */
abstract class CallContract extends ContractPart {
    private static final int LARGE_BYTES = 1 << 20;

    @Test
    void theWorkOfACallIsPartOfItsCallersTransaction() throws Exception {
        JtaTransaction begun = a().begin();
        assertThat(a().office(b()).work()).isEqualTo(begun.id().toString());
        assertThat(begun.engine().participants()).hasSize(2);
        assertThat(b().coordinator().active()).hasSize(1);
        commit();
        world().settle();
        assertCommitted(a(), b());
    }

    @Test
    void aCallerWithoutATransactionBringsNone() {
        assertThat(a().office(b()).current()).isEqualTo("none");
        assertThatThrownBy(a().office(b())::work)
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("ASSENT-8038");
        assertThat(b().isIdle()).isTrue();
    }

    @Test
    void theRemainingTimeGoesAlong() throws Exception {
        a().service().manager().setTransactionTimeout(60);
        a().begin();
        world().pass(Duration.ofSeconds(20));
        assertThat(a().office(b()).remainingMillis()).isBetween(1L, 40_000L);
        world().pass(Duration.ofSeconds(40));
        ContractWorld.until(() -> b().isIdle());
        assertCommitRollsBack();
    }

    @Test
    void aSubordinateThatSetsNoLimitHasOneAllTheSame() throws Exception {
        a().begin();
        assertThat(a().office(b()).remainingMillis()).isBetween(1L, 60_000L);
        rollback();
    }

    @Test
    void aSubordinateIsRegisteredOnceWhateverTheCalls() throws Exception {
        JtaTransaction begun = a().begin();
        for (int i = 0; i < 5; i++) {
            a().office(b()).work();
        }
        assertThat(begun.engine().participants()).hasSize(2);
        assertThat(b().coordinator().active()).hasSize(1);
        commit();
        world().settle();
        assertThat(b().resource().committed()).isPositive();
        assertThat(b().resource().known()).isZero();
    }

    @Test
    void aCallThatComesHomeJoinsTheTransactionThere() throws Exception {
        JtaTransaction begun = a().service().node().begin();
        a().office(b()).workAndPassOn(a().officeAddress());
        assertThat(begun.engine().participants()).hasSize(2);
        assertThat(a().coordinator().active()).hasSize(1);
        commit();
        world().settle();
        assertCommitted(a(), b());
    }

    @Test
    void aChainIsOneTransaction() throws Exception {
        JtaTransaction begun = a().begin();
        assertThat(a().office(b()).workAndPassOn(c().officeAddress()))
                .isEqualTo(begun.id().toString());
        commit();
        world().settle();
        assertCommitted(a(), b(), c());
    }

    @Test
    void aDiamondHasOneSubordinateAtItsEnd() throws Exception {
        a().begin();
        a().office(b()).workAndPassOn(d().officeAddress());
        a().office(c()).workAndPassOn(d().officeAddress());
        assertThat(d().coordinator().active()).hasSize(1);
        commit();
        world().settle();
        assertCommitted(a(), b(), c());
        assertThat(d().resource().committed()).isPositive();
        assertThat(d().resource().known()).isZero();
    }

    @Test
    void anExceptionThatIsDeclaredArrivesAsItself() throws Exception {
        a().begin();
        assertThatThrownBy(() -> a().office(b()).refuse("closed"))
                .isInstanceOf(Office.NotToday.class)
                .hasMessage("closed");
        commit();
        assertCommitted(a());
    }

    @Test
    void oneThatIsNotLeavesTheTransactionToRollBack() throws Exception {
        a().begin();
        assertThatThrownBy(() -> a().office(b()).fail("disk is full"))
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("disk is full");
        assertCommitRollsBack();
    }

    @Test
    void oneThatCanNotSayWhatItIsArrivesByItsName() throws Exception {
        assumeTrue(wire().messageBytesMax() > 0, "it goes as it is");
        a().begin();
        assertThatThrownBy(a().office(b())::failSpeechless)
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining(SpeechlessException.class.getName());
        commit();
        assertCommitted(a());
    }

    @ParameterizedTest
    @EnumSource(Office.Tear.class)
    void aResultThatCanNotBeReadLeavesTheTransactionToRollBack(Office.Tear how) throws Exception {
        assumeTrue(wire().messageBytesMax() > 0, "it goes as it is");
        a().begin();
        assertThatThrownBy(() -> a().office(b()).tear(how))
                .isInstanceOf(RemoteFailureException.class)
                .hasStackTraceContaining("ASSENT-8056");
        assertCommitRollsBack();
        ContractWorld.until(() -> b().isIdle());
        assertRolledBack(b());
    }

    @ParameterizedTest
    @EnumSource(Office.Tear.class)
    void anArgumentThatCanNotBeReadIsNotSentAndTheTransactionGoesOn(Office.Tear how) throws Exception {
        assumeTrue(wire().messageBytesMax() > 0, "it goes as it is");
        JtaTransaction begun = a().begin();
        assertThatThrownBy(() -> a().office(b()).take(new TornList(how)))
                .isInstanceOf(CallUnsentException.class)
                .hasMessageContaining("nothing was done");
        assertThat(begun.engine().isMarkedRollback()).isFalse();
        assertThat(begun.engine().calls()).isZero();
        commit();
        assertCommitted(a());
    }

    @ParameterizedTest
    @EnumSource(Office.Tear.class)
    void aResultThatCanNotBeMadeLeavesTheTransactionToRollBack(Office.Tear how) throws Exception {
        assumeTrue(wire().messageBytesMax() > 0, "it goes as it is");
        a().begin();
        assertThatThrownBy(() -> a().office(b()).crumble(how))
                .isInstanceOf(RemoteFailureException.class)
                .isNotInstanceOf(CallUnsentException.class);
        assertCommitRollsBack();
        ContractWorld.until(() -> b().isIdle());
        assertRolledBack(b());
    }

    @ParameterizedTest
    @EnumSource(Office.Tear.class)
    void anArgumentThatCanNotBeMadeIsRefusedAndTheTransactionGoesOn(Office.Tear how) throws Exception {
        assumeTrue(wire().messageBytesMax() > 0, "it goes as it is");
        JtaTransaction begun = a().begin();
        assertThatThrownBy(() -> a().office(b()).hold(Office.Brittle.set(how)))
                .isInstanceOf(RemoteFailureException.class);
        assertThat(begun.engine().isMarkedRollback()).isFalse();
        a().office(b()).work();
        commit();
        assertCommitted(a(), b());
    }

    @Test
    void aTransactionThatIsMarkedThereCanOnlyRollBack() throws Exception {
        a().begin();
        a().office(b()).mark();
        assertCommitRollsBack();
        assertRolledBack(a());
    }

    @Test
    void aPeerThatIsNotThereGetsNothingAndTheTransactionGoesOn() throws Exception {
        JtaTransaction begun = a().begin();
        Office nobody = a().service().services().connect(wire().address("nobody") + "/office", Office.class);
        assertThatThrownBy(nobody::work)
                .isInstanceOf(CallUnsentException.class)
                .hasMessageContaining("ASSENT-8011")
                .hasMessageContaining(wire().address("nobody"));
        assertThat(begun.engine().isMarkedRollback()).isFalse();
        assertThat(begun.engine().calls()).isZero();
        a().office(b()).work();
        commit();
        assertCommitted(a(), b());
    }

    @Test
    void whatIsNoAddressOfTheWireIsRefused() {
        assertThatThrownBy(() -> a().service().transport().peer("none-at-all"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> a().service().transport().peer("other://there"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    // ---- arguments and results

    @Test
    void nothingAndLittleArriveAsTheyAre() {
        assertThat(a().office(b()).echo(null)).isNull();
        assertThat(a().office(b()).echo(new byte[0])).isEmpty();
        assertThat(a().office(b()).echo(new byte[] {1, 0, -1})).containsExactly(1, 0, -1);
    }

    @Test
    void muchArrivesAsItIs() throws Exception {
        byte[] much = new byte[LARGE_BYTES];
        new SplittableRandom(1).nextBytes(much);
        a().begin();
        assertThat(a().office(b()).echo(much)).isEqualTo(much);
        commit();
    }

    /** The set would compare each element with all others. */
    @Test
    void aSetOfManyThatHaveOneHashCodeIsRefusedAndTheTransactionGoesOn() throws Exception {
        assumeTrue(wire().messageBytesMax() > 0, "it goes as it is");
        JtaTransaction begun = a().begin();
        assertThat(a().office(b()).count(labels(HashBound.SAME_MAX))).isEqualTo(HashBound.SAME_MAX);
        assertThatThrownBy(() -> a().office(b()).count(labels(3 * HashBound.SAME_MAX)))
                .isInstanceOf(RemoteFailureException.class);
        assertThat(begun.engine().isMarkedRollback()).isFalse();
        commit();
    }

    private static Set<Office.Label> labels(int count) {
        return EqualHashes.texts(count).stream().map(Office.Label::new).collect(Collectors.toSet());
    }

    @Test
    void tooMuchIsRefusedAndTheTransactionGoesOn() throws Exception {
        long max = wire().messageBytesMax();
        assumeTrue(max > 0, "nothing is too large for it");
        JtaTransaction begun = a().begin();
        assertThatThrownBy(() -> a().office(b()).echo(new byte[Math.toIntExact(max + 1)]))
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining(Long.toString(max));
        assertThat(begun.engine().isMarkedRollback()).isFalse();
        commit();
    }
}
