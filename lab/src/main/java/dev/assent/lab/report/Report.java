package dev.assent.lab.report;

import java.util.List;

/**
 * A report, to be shown in a browser or in a repository. Immutable.
 *
 * @param title of the page
 * @param blocks in their order
 */
public record Report(String title, List<Block> blocks) {
    /** One page that needs nothing else. */
    public String toHtml() {
        return HtmlPage.render(title, blocks);
    }

    /** All but the charts. */
    public String toMarkdown() {
        return MarkdownPage.render(blocks);
    }
}
