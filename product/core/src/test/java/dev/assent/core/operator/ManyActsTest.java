package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.Durability;
import dev.assent.core.xa.BranchXid;
import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator asks for many acts by a filter: all are shown before any is done. */
@Fast
class ManyActsTest extends OperatorPart {
    private static final String HEURISTICS = "standing=heuristic";

    private OperatorAnswer ask(Verb verb, String subject) {
        return ask(verb, subject, Flags.NONE);
    }

    /** The code that the node shows with the planned acts. */
    private String codeOf(Verb verb, String conditions) {
        Matcher code = Pattern.compile("'--shown (\\S+)'")
                .matcher(ask(verb, "where " + conditions).text());
        assertThat(code.find()).isTrue();
        return code.group(1);
    }

    @Test
    void manyAreForgottenOnceTheyWereShownEachWithItsOwnLinesInTheAudit() throws Exception {
        List<TransactionId> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ids.add(heuristic().id());
        }
        TransactionId orphan = world.plantAtBoth(OTHER);
        world.audit.clear();
        OperatorAnswer shown = ask(Verb.FORGET, "where " + HEURISTICS);
        assertThat(shown.status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(shown.text()).contains("nothing was done; to do this and no more");
        assertThat(shown.text().lines().filter(each -> each.contains("  heuristic  would: asks the resources")))
                .hasSize(3);
        assertThat(world.audit).isEmpty();
        assertThat(ids).allMatch(world.coordinator()::knows);

        OperatorAnswer done = ask(Verb.FORGET, "where " + HEURISTICS + " shown=" + codeOf(Verb.FORGET, HEURISTICS));

        assertThat(done.text()).contains("3 of 3 are done");
        assertThat(done.status()).isEqualTo(OperatorAnswer.CLEAR);
        assertThat(ids).noneMatch(world.coordinator()::knows);
        assertThat(world.audit).hasSize(6);
        for (int i = 0; i < 3; i++) {
            assertThat(world.audit.get(2 * i)).endsWith("alice asks: forget " + ids.get(i) + " (reason: mended)");
            assertThat(world.audit.get(2 * i + 1)).contains("alice hears: forget " + ids.get(i) + ": DONE");
        }
        assertThat(ask(Verb.LIST, "").text()).contains(orphan.toString().substring(0, 8), "1 in doubt:");
        assertThat(ask(Verb.FORGET, "where " + HEURISTICS).status()).isEqualTo(OperatorAnswer.CLEAR);
    }

    @Test
    void whatComesBetweenTheLookAndTheActIsNotActedOn() throws Exception {
        TransactionId seen = heuristic().id();
        String code = codeOf(Verb.FORGET, HEURISTICS);
        TransactionId unseen = heuristic().id();
        world.audit.clear();

        OperatorAnswer late = ask(Verb.FORGET, "where " + HEURISTICS + " shown=" + code);

        assertThat(late.text()).contains("ASSENT-4062", HEURISTICS, code, "(2 now)");
        assertThat(late.status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(List.of(seen, unseen)).allMatch(world.coordinator()::knows);
        assertThat(world.audit).isEmpty();
    }

    @Test
    void theCodeOfOneActIsNotThatOfAnother() {
        world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        String commit = codeOf(Verb.COMMIT, "standing=left-alone");
        assertThat(ask(Verb.ROLLBACK, "where standing=left-alone shown=" + commit)
                        .text())
                .contains("ASSENT-4062");
        assertThat(world.orders.known() + world.payments.known()).isEqualTo(2);
        assertThat(ask(Verb.COMMIT, "where standing=left-alone shown=" + commit).text())
                .contains("done: committed on 'orders', 'payments'", "1 of 1 are done");
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }

    @Test
    void whatWouldBeRefusedIsShownAsThatAndLeftOut() throws Exception {
        TransactionId heuristic = heuristic().id();
        TransactionId leftAlone = world.plantAtBoth(OTHER);
        world.adopt(OTHER, false);
        OperatorAnswer shown = ask(Verb.COMMIT, "where resource=orders");
        assertThat(shown.text()).contains("  heuristic  refused: it is over", "  left-alone  would: commits on");
        world.audit.clear();

        OperatorAnswer done = ask(Verb.COMMIT, "where resource=orders shown=" + codeOf(Verb.COMMIT, "resource=orders"));

        assertThat(done.status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(done.text()).contains("1 of 2 are done", "  heuristic  refused: it is over");
        assertThat(world.audit).hasSize(2).allMatch(each -> each.contains(leftAlone.toString()));
        assertThat(world.coordinator().knows(heuristic)).isTrue();
    }

    @Test
    void actsThatWaitForTheirRecordsComeOneAfterTheOther() throws Exception {
        List<TransactionId> ids =
                List.of(heuristic().id(), heuristic().id(), heuristic().id());
        String code = codeOf(Verb.FORGET, HEURISTICS);
        world.isHolding = true;
        List<OperatorAnswer> answers = new ArrayList<>();
        new OperatorConsole(world.operator)
                .run(
                        new OperatorRequest(Verb.FORGET, "where " + HEURISTICS + " shown=" + code, Flags.NONE, ""),
                        "alice",
                        answers::add);
        for (int done = 0; done < ids.size(); done++) {
            assertThat(answers).isEmpty();
            assertThat(world.held).as("one at a time").hasSize(1);
            world.held.remove().run();
            assertThat(world.coordinator().knows(ids.get(done))).isFalse();
        }
        assertThat(answers)
                .singleElement()
                .extracting(OperatorAnswer::text)
                .asString()
                .contains("3 of 3 are done");
    }

    @Test
    void whenTheLogFailsTheRestIsNotAsked() throws Exception {
        heuristic();
        heuristic();
        String code = codeOf(Verb.FORGET, HEURISTICS);
        world.node.log().failNextForce(Durability.UNKNOWN);
        world.audit.clear();

        OperatorAnswer told = ask(Verb.FORGET, "where " + HEURISTICS + " shown=" + code);

        assertThat(told.text()).contains("ASSENT-4022", "refused: not asked: an outcome is unknown", "0 of 2 are done");
        assertThat(told.status()).isEqualTo(OperatorAnswer.FINDING);
        assertThat(world.audit).hasSize(2);
    }

    /** More than a node takes at once; and the stack does not grow with their number. */
    @Test
    void fiveHundredAreTakenAtOnceAndTheOthersNextTime() {
        NodeEpoch life = new NodeEpoch(OTHER, 3, 0);
        for (int i = 1; i <= 503; i++) {
            world.orders.plant(new BranchXid(new LocalTransactionId(life, i), life, BranchXid.PRESUMED_ABORT, 1));
        }
        world.adopt(OTHER, false);
        String all = "node=" + OTHER.toString().substring(0, 16);
        assertThat(ask(Verb.ROLLBACK, "where " + all + " shown=" + codeOf(Verb.ROLLBACK, all))
                        .text())
                .contains("500 of 500 are done; 3 more match and are left for the next time");
        assertThat(world.orders.known()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "where ",
                "where standing",
                "where standing=lost",
                "where standing=under-way",
                "where standing=heuristic standing=heuristic",
                "where colour=red",
                "where node=xyz",
                "where before=yesterday",
                "where resource=",
                "where shown=1-ab",
                "where standing=heuristic shown=x"
            })
    void aFilterThatIsNotUnderstoodIsRefused(String subject) throws Exception {
        TransactionId id = heuristic().id();
        assertThat(ask(Verb.FORGET, subject).text()).contains("ASSENT-4061");
        assertThat(world.coordinator().knows(id)).isTrue();
    }
}
