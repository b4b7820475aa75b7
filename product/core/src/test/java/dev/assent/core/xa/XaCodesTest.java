package dev.assent.core.xa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table itself, compared with X/Open XA and law 11 (a lost answer is never guessed). */
@Fast
class XaCodesTest {
    @Test
    void allCodesOfTheStandardAreThereOnce() {
        Stream<Integer> ofJava = Stream.of(XAException.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()))
                .map(XaCodesTest::value)
                .distinct();
        assertThat(XaCodes.ALL.stream().map(XaCodes.Code::value)).containsExactlyInAnyOrderElementsOf(ofJava.toList());
        assertThat(XaCodes.ALL.stream().map(XaCodes.Code::name)).doesNotHaveDuplicates();
        List<String> ofFields =
                Stream.of(XAException.class.getFields()).map(Field::getName).toList();
        assertThat(ofFields)
                .containsAll(XaCodes.ALL.stream().map(XaCodes.Code::name).toList());
    }

    private static int value(Field field) {
        try {
            return field.getInt(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // law 11
        "COMMIT, XAER_NOTA, HAZARD",
        "COMMIT_ONE_PHASE, XAER_RMFAIL, HAZARD",
        "COMMIT, XAER_RMFAIL, RETRY",
        "COMMIT, XA_RETRY, RETRY",
        "ROLLBACK, XAER_RMFAIL, RETRY",
        "ROLLBACK, XAER_NOTA, GONE",
        // xa_commit: the resource may have decided by itself
        "COMMIT, XA_HEURCOM, FORGET_THEN_DONE",
        "COMMIT, XA_HEURRB, HEURISTIC_ROLLBACK",
        "COMMIT, XA_HEURMIX, HEURISTIC_MIXED",
        "COMMIT, XA_HEURHAZ, HAZARD",
        "COMMIT, XAER_RMERR, RETRY_OR_HAZARD",
        // xa_rollback
        "ROLLBACK, XA_HEURRB, FORGET_THEN_DONE",
        "ROLLBACK, XA_HEURCOM, HEURISTIC_COMMIT",
        "ROLLBACK, XA_HEURMIX, HEURISTIC_MIXED",
        "ROLLBACK, XA_HEURHAZ, HAZARD",
        "ROLLBACK, XA_RBOTHER, DONE",
        // xa_commit in one phase: XA_RB and XAER_RMERR say that the work is rolled back
        "COMMIT_ONE_PHASE, XA_RBDEADLOCK, ROLLED_BACK",
        "COMMIT_ONE_PHASE, XAER_RMERR, ROLLED_BACK",
        "COMMIT_ONE_PHASE, XAER_PROTO, RETRY",
        // xa_prepare: after XA_RB the branch is gone, otherwise it must be rolled back
        "PREPARE, XA_RBROLLBACK, ROLLED_BACK",
        "PREPARE, XAER_RMERR, REFUSED",
        "PREPARE, XAER_NOTA, REFUSED",
        "START, XA_RBROLLBACK, ROLLBACK_ONLY",
        "START, XAER_DUPID, FAILED",
        "END, XA_RBTIMEOUT, ROLLBACK_ONLY",
        "END, XA_NOMIGRATE, DONE",
        "FORGET, XAER_NOTA, DONE",
        "FORGET, XAER_RMFAIL, RETRY",
        "RECOVER, XAER_RMERR, UNREACHABLE"
    })
    void aCodeMeansWhatTheStandardAndTheLawsSay(XaVerb verb, String code, XaMeaning meaning) {
        int value = XaCodes.ALL.stream()
                .filter(known -> known.name().equals(code))
                .findFirst()
                .orElseThrow()
                .value();
        assertThat(XaCodes.meaning(verb, value)).isEqualTo(meaning);
        assertThat(XaCodes.name(value)).isEqualTo(code);
    }

    @Test
    void noCodeWhateverItIsTurnsADecisionIntoNothingToDo() {
        for (int code = -100; code <= 200; code++) {
            assertThat(XaCodes.meaning(XaVerb.COMMIT, code))
                    .as("commit answered %d", code)
                    .isNotIn(XaMeaning.DONE, XaMeaning.ROLLED_BACK, XaMeaning.REFUSED);
        }
    }

    @Test
    void aCodeTheStandardLacksIsNamedByItsNumber() {
        assertThat(XaCodes.name(4711)).contains("4711");
    }
}
