package dev.assent.lab.invocations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.report.Block.Tone;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class ClaimsTest {
    private static Claim.Finding find(MadeUpRun run, String beginning) {
        List<Claim> claims = Claims.ALL.stream()
                .filter(each -> each.text().startsWith(beginning))
                .toList();
        assertThat(claims).hasSize(1);
        return claims.get(0).find(run.results());
    }

    @Test
    void whatWasPublishedIsWhatThePaperSays() {
        assertThat(Claims.ALL)
                .extracting(Claim::published)
                .contains(
                        "IIOP takes 1.08 times as long, the geometric mean over the methods",
                        "22.8 times IIOP's 1.42 ms, 25.3 times JBoss Remoting's 1.28 ms",
                        "6.57 ms and 11,010 bytes against 9.29 ms and 2,788 bytes",
                        "1,000 characters take 3.86 times as long as over JBoss Remoting, with 2,000 bytes instead of 1,895",
                        "1.36 to 1.57 ms over IIOP, 0.87 to 1.19 ms over SOAP, 0.33 to 0.46 ms over JBoss Remoting",
                        "2.16 ms against 3.72 ms",
                        "427 %",
                        "172 %",
                        "233 %");
    }

    /** The paper's own figures confirm its claims. */
    @Test
    void thePaperConfirmsAllOfItsClaims() {
        PaperResults paper = MadeUpRun.ofPaper().results();
        assertThat(Claims.ALL)
                .allSatisfy(claim -> assertThat(claim.find(paper).verdict())
                        .as(claim.text() + " " + claim.find(paper).measured())
                        .isEqualTo(Verdict.CONFIRMED));
    }

    @Test
    void ofWhatWasNotMeasuredNothingIsSaid() {
        PaperResults nothing = new MadeUpRun().results();
        assertThat(Claims.ALL)
                .allSatisfy(claim -> assertThat(claim.find(nothing).verdict()).isEqualTo(Verdict.NOT_MEASURED));
    }

    @Test
    void nothingIsConfirmedByRepeatsThatDifferTooMuch() {
        PaperResults noisy = MadeUpRun.ofPaper().noisier(0.4).results();
        assertThat(Claims.ALL)
                .allSatisfy(claim -> assertThat(claim.find(noisy).verdict())
                        .as(claim.text() + " " + claim.find(noisy).measured())
                        .isIn(Verdict.CANNOT_TELL, Verdict.CONFIRMED));
        assertThat(find(MadeUpRun.ofPaper().noisier(0.4), "The server's own binary")
                        .verdict())
                .isEqualTo(Verdict.CANNOT_TELL);
        assertThat(find(MadeUpRun.ofPaper().noisier(0.4), "A transaction's context")
                        .verdict())
                .isEqualTo(Verdict.CANNOT_TELL);
    }

    @Test
    void verdictsOnWhatWasDisturbedAreDoubtful() {
        PaperResults disturbed = MadeUpRun.ofPaper().disturbed().results();
        assertThat(Claims.ALL)
                .allSatisfy(claim -> assertThat(claim.find(disturbed).isSure()).isFalse());
    }

    /** However close the figures are to those that were published. */
    @Test
    void noVerdictOnFewerThanThreeRepeatsIsFirm() {
        PaperResults twice = MadeUpRun.ofPaper().repeated(2).results();

        assertThat(Claims.ALL)
                .extracting(claim -> claim.find(twice))
                .allSatisfy(finding -> assertThat(finding.said()).endsWith(" ?"))
                .allSatisfy(finding -> assertThat(finding.figures()).endsWith(" ?"))
                .allSatisfy(finding -> assertThat(finding.tone()).isEqualTo(Tone.NONE));
    }

    @Test
    void aFirmVerdictHasNoMarkAndItsColour() {
        Claim.Finding finding = find(MadeUpRun.ofPaper(), "The log");

        assertThat(finding.said()).isEqualTo("confirmed");
        assertThat(finding.figures()).doesNotContain("?");
        assertThat(finding.tone()).isEqualTo(Verdict.CONFIRMED.tone());
    }

    @Test
    void aClaimAboutAllMethodsIsNotJudgedWithoutOneOfThem() {
        String method = Payload.STRING_1000.method();

        assertThat(find(MadeUpRun.ofPaper().without(key -> key.subject().equals(method)), "The server's own binary"))
                .satisfies(finding -> assertThat(finding.verdict()).isEqualTo(Verdict.NOT_MEASURED));
        assertThat(find(MadeUpRun.ofPaper().without(key -> key.subject().equals(method)), "A transaction's context")
                        .verdict())
                .isEqualTo(Verdict.NOT_MEASURED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SOAP is 20 times", "A transaction's context", "Code inside of the server", "The log costs next"
            })
    void aClaimAboutAllTransportsIsNotJudgedWithoutOneOfThem(String beginning) {
        Claim.Finding finding =
                find(MadeUpRun.ofPaper().without(key -> key.transport().equals("iiop")), beginning);

        assertThat(finding.verdict()).isEqualTo(Verdict.NOT_MEASURED);
        assertThat(finding.said()).isEqualTo("not measured");
        assertThat(finding.measured())
                .as("the figures of the others are shown")
                .contains("native")
                .endsWith("; nothing over iiop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Over SOAP 10,000", "Parsing makes SOAP slow"})
    void withoutBytesAClaimOnThemIsNotJudged(String beginning) {
        MadeUpRun run = MadeUpRun.ofPaper();
        for (Payload each : List.of(Payload.STRING_10000, Payload.STRING_1000)) {
            double millis = PublishedFigures.plainMillis(PublishedFigures.SOAP, each);
            run.call(PlainInvocations.NAME, "soap", each.method(), millis, Double.NaN);
        }

        assertThat(find(run, beginning).verdict()).isEqualTo(Verdict.NOT_MEASURED);
        assertThat(find(MadeUpRun.ofPaper().inexact(), beginning).said()).isEqualTo("confirmed ?");
        assertThat(find(MadeUpRun.ofPaper().inexact(), beginning).measured()).contains("≈");
    }

    /** Twice as long, less than nothing more, and the other way round. */
    @Test
    void aTransportThatIsALittleFasterIsNotTwiceAsFast() {
        MadeUpRun twice = MadeUpRun.ofPaper();
        MadeUpRun slower = MadeUpRun.ofPaper();
        PublishedFigures.methods().forEach(each -> {
            double millis = PublishedFigures.plainMillis(PublishedFigures.JBOSS_REMOTING, each);
            twice.call(PlainInvocations.NAME, "iiop", each.method(), 2 * millis, 500);
            slower.call(PlainInvocations.NAME, "iiop", each.method(), millis / 2, 500);
        });

        assertThat(find(twice, "The server's own binary").verdict()).isEqualTo(Verdict.CHANGED);
        assertThat(find(slower, "The server's own binary").verdict()).isEqualTo(Verdict.REVERSED);
    }

    @Test
    void soapMustBeSlowerThanBothOthers() {
        MadeUpRun run = MadeUpRun.ofPaper();
        run.call(PlainInvocations.NAME, "iiop", Payload.DATA_SET_100.method(), 40, 500);

        assertThat(find(run, "SOAP is 20 times").verdict()).isEqualTo(Verdict.REVERSED);
    }

    @Test
    void whatIsNotMoreBytesAnyMoreIsAnotherThing() {
        MadeUpRun run = MadeUpRun.ofPaper();
        run.call(PlainInvocations.NAME, "soap", Payload.STRING_10000.method(), 6.57, 2_000);

        assertThat(find(run, "Over SOAP 10,000").verdict()).isEqualTo(Verdict.CHANGED);
    }

    /** Four times as long for four times the bytes leaves nothing for parsing. */
    @Test
    void parsingIsWhatBytesDoNotExplain() {
        MadeUpRun run = MadeUpRun.ofPaper();
        run.call(PlainInvocations.NAME, "soap", Payload.STRING_1000.method(), 4.48, 4 * 1_895);

        assertThat(find(run, "Parsing makes SOAP slow").verdict())
                .isIn(Verdict.CANNOT_TELL, Verdict.REVERSED, Verdict.CHANGED)
                .isNotEqualTo(Verdict.CONFIRMED);
    }

    @Test
    void aContextThatGrowsWithWhatIsCalledIsNotConstant() {
        MadeUpRun run = MadeUpRun.ofPaper();
        Arrays.stream(Payload.values())
                .filter(Payload::isPublished)
                .forEach(each -> run.call(ContextPropagation.NAME, "native", each.method(), 5 + each.ordinal(), 500));

        assertThat(find(run, "A transaction's context").verdict()).isEqualTo(Verdict.CHANGED);
    }

    /** If either of two differences may be zero, their ratio says nothing. */
    @Test
    void contextsThatMayBeNothingSayNothingOfReferences() {
        MadeUpRun run = MadeUpRun.ofPaper();
        run.call(ContextPropagation.NAME, "native", Payload.INT_100.method(), 1.02, 500);

        assertThat(find(run, "References").verdict()).isEqualTo(Verdict.CANNOT_TELL);
    }

    @Test
    void codeInsideOfAServerThatTakesHalfIsNotNearlyFreeAndOneThatTakesMoreIsTheContrary() {
        assertThat(find(inside(0.5), "Code inside").verdict()).isEqualTo(Verdict.CHANGED);
        assertThat(find(inside(1.5), "Code inside").verdict()).isEqualTo(Verdict.REVERSED);
    }

    private static MadeUpRun inside(double part) {
        double all = PublishedFigures.demarcation(PublishedFigures.SOAP, "total");
        return MadeUpRun.ofPaper().demarcation("soap", PaperResults.INSIDE, "total", part * all);
    }

    @Test
    void aLogThatAddsAFifthCostsMoreThanNextToNothing() {
        double total = PublishedFigures.commit(PublishedFigures.IIOP, "total");
        MadeUpRun run = MadeUpRun.ofPaper().commit("iiop", TwoPhaseCommit.LOG_ON, "total", 1.2 * total);

        assertThat(find(run, "The log").verdict()).isEqualTo(Verdict.CHANGED);
        assertThat(find(run, "A transaction of two servers adds 427").verdict()).isEqualTo(Verdict.CONFIRMED);
    }

    @Test
    void anOverheadOfATenthIsAnother() {
        double work = PublishedFigures.work(PublishedFigures.IIOP);
        MadeUpRun run = MadeUpRun.ofPaper().commit("iiop", TwoPhaseCommit.LOG_ON, "total", 1.4 * work);

        assertThat(find(run, "A transaction of two servers adds 427"))
                .satisfies(finding -> assertThat(finding.verdict()).isEqualTo(Verdict.CHANGED))
                .satisfies(finding -> assertThat(finding.measured()).startsWith("40.0 ± "));
    }
}
