package dev.assent.lab.invocations;

import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.paper.Paper;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Block.Heading;
import dev.assent.lab.report.Block.Paragraph;
import dev.assent.lab.result.Results;
import dev.assent.lab.result.StoredPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The findings for this paper. Immutable. */
final class PaperFindings implements Paper.Findings {
    private final PaperResults measured;
    private final Map<String, Section> sections;
    private final Map<String, Section> sure;

    /**
     * On these results.
     *
     * @param phases what servers have timed inside meanwhile
     */
    PaperFindings(Results results, List<StoredPhase> phases) {
        this.measured = new PaperResults(results);
        this.sections = sections(measured, phases);
        this.sure = sections(new PaperResults(results.sure()), phases);
    }

    private static Map<String, Section> sections(PaperResults results, List<StoredPhase> phases) {
        return Map.of(
                PlainInvocations.NAME, new PlainSection(results),
                ContextPropagation.NAME, new ContextSection(results),
                Demarcation.NAME, new DemarcationSection(results),
                TwoPhaseCommit.NAME, new CommitSection(results, new CommitPath(results, phases)),
                ManyClients.NAME, new ClientsSection(results));
    }

    @Override
    public List<Block> claims() {
        List<Block.Line> rows = new ArrayList<>();
        for (Claim claim : Claims.ALL) {
            Claim.Finding finding = claim.find(measured);
            rows.add(new Block.Line(
                    finding.tone(), List.of(claim.text(), claim.published(), finding.said(), finding.figures())));
        }
        return List.of(
                new Heading(2, "The claims of the paper, then and today"),
                new Block.Words(
                        "JBoss Remoting, a server's own transport, is compared with Assent's native one",
                        List.of("claim", "published", "verdict", "measured"),
                        rows),
                new Paragraph(
                        "Each verdict uses the whole interval that has the true figure with a confidence of 95 %. One"
                                + " of twenty intervals misses it. In charts the intervals are the thin lines at the"
                                + " ends of bars, if something follows from them. The verdicts mean: Confirmed: it is"
                                + " so, and less than 1.5 times as much or as little as published (of a ratio near 1,"
                                + " the part above 1 is compared). Changed: it is so, but more or less than"
                                + " that. Reversed: the other way round. Cannot tell: the interval has more than one"
                                + " of these in it. Not measured: the run did not measure the whole subject of the"
                                + " claim. A verdict with \"?\" is not firm: its measures were repeated fewer than"
                                + " three times, disturbed, or not steady. In sentences, a method stands behind its"
                                + " figure, and then the method that comes second: after \"next\" if the two differ by"
                                + " more than noise, otherwise after \"within noise of\".",
                        true));
    }

    @Override
    public List<Block> section(Experiment experiment) {
        if (measured.transports(experiment.name()).isEmpty()) {
            return List.of();
        }
        Section section = Objects.requireNonNull(sections.get(experiment.name()));
        List<Block> blocks = new ArrayList<>(List.of(
                new Heading(2, experiment.title()),
                new Paragraph("Claim: " + experiment.claim(), false),
                new Paragraph("Method: " + experiment.method(), true)));
        blocks.addAll(section.figures());
        List<String> sentences = differences(experiment.name());
        if (!sentences.isEmpty()) {
            blocks.add(new Block.Points("What differs", sentences));
        }
        return blocks;
    }

    /** The differences; each has a mark if it would change, or vanish, without the disturbed or unsteady measures. */
    private List<String> differences(String experiment) {
        List<String> alone = Objects.requireNonNull(sure.get(experiment)).differences();
        return Objects.requireNonNull(sections.get(experiment)).differences().stream()
                .map(each -> Cells.marked(each, alone.contains(each)))
                .toList();
    }
}
