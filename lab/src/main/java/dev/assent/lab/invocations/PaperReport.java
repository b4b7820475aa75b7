package dev.assent.lab.invocations;

import dev.assent.lab.experiment.Experiment;
import dev.assent.lab.report.Block;
import dev.assent.lab.report.Block.Heading;
import dev.assent.lab.report.Block.Paragraph;
import dev.assent.lab.result.Results;
import java.util.ArrayList;
import java.util.List;

/** The report on this paper: its figures drawn anew, beside those that were measured. Immutable. */
public final class PaperReport {
    private final PaperResults measured;
    private final Results results;

    /** On these results. */
    public PaperReport(Results results) {
        this.results = results;
        this.measured = new PaperResults(results);
    }

    /** What the paper says, and what has become of it. */
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

    /** All of an experiment; nothing when nothing of it was measured. */
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
            case "commit" -> new StepFigures(measured).commit(experiment, transports, blocks);
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
        List<String> sure = new Differences(new PaperResults(results.sure())).of(experiment);
        return new Differences(measured)
                .of(experiment).stream()
                        .map(each -> sure.contains(each) ? each : each + " ?")
                        .toList();
    }
}
