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

/** The figures of the paper drawn anew, beside those that were measured. Immutable. */
final class PaperFindings implements Paper.Findings {
    private final PaperResults measured;
    private final Results results;
    private final List<StoredPhase> phases;

    /**
     * On these results.
     *
     * @param phases what servers have timed inside meanwhile
     */
    PaperFindings(Results results, List<StoredPhase> phases) {
        this.results = results;
        this.measured = new PaperResults(results);
        this.phases = List.copyOf(phases);
    }

    private CommitPath path(PaperResults of) {
        return new CommitPath(of, phases);
    }

    @Override
    public List<Block> claims() {
        List<Block.Line> rows = new ArrayList<>();
        for (Claim claim : Claims.ALL) {
            Claim.Finding finding = claim.find(results);
            rows.add(new Block.Line(
                    finding.verdict().tone(),
                    List.of(
                            claim.text(),
                            claim.published(),
                            finding.verdict() + (finding.isSure() ? "" : " ?"),
                            finding.measured())));
        }
        return List.of(
                new Heading(2, "What the paper says, and what is so today"),
                new Block.Words(
                        "JBoss Remoting, a server's own transport, is compared with Assent's native one",
                        List.of("claim", "published", "verdict", "measured"),
                        rows));
    }

    @Override
    public List<Block> section(Experiment experiment) {
        List<String> transports = measured.transports(experiment.name());
        if (transports.isEmpty()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>(List.of(
                new Heading(2, experiment.title()),
                new Paragraph(experiment.claim(), false),
                new Paragraph(experiment.method(), true)));
        switch (experiment.name()) {
            case "plain" -> new MethodFigures(measured).plain(experiment, transports, blocks);
            case "context" -> new MethodFigures(measured).context(experiment, transports, blocks);
            case "demarcation" -> new StepFigures(measured).demarcation(experiment, transports, blocks);
            case "commit" -> {
                new StepFigures(measured).commit(experiment, transports, blocks);
                path(measured).tables(transports, blocks);
            }
            case "clients" -> new CrowdFigures(measured).clients(blocks);
            default -> throw new IllegalArgumentException(experiment.name());
        }
        List<String> sentences = sentences(experiment);
        if (!sentences.isEmpty()) {
            blocks.add(new Block.Points("What differs", sentences));
        }
        return blocks;
    }

    /** Those that would be others, or none, without what was disturbed or unsteady have a mark. */
    private List<String> sentences(Experiment experiment) {
        PaperResults alone = new PaperResults(results.sure());
        List<String> sure = new Differences(alone, path(alone)).of(experiment);
        return new Differences(measured, path(measured))
                .of(experiment).stream()
                        .map(each -> sure.contains(each) ? each : each + " ?")
                        .toList();
    }
}
