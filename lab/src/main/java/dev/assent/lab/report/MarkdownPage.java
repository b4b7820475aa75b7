package dev.assent.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Shows a report as Markdown: all of it but the charts. */
final class MarkdownPage {
    private MarkdownPage() {}

    static String render(List<Block> blocks) {
        return blocks.stream()
                        .filter(each -> !(each instanceof Block.Chart) && !(each instanceof Block.Pair))
                        .map(MarkdownPage::markdown)
                        .collect(Collectors.joining("\n\n"))
                + "\n";
    }

    private static String markdown(Block block) {
        if (block instanceof Block.Heading heading) {
            return "#".repeat(heading.level()) + " " + heading.text();
        } else if (block instanceof Block.Paragraph paragraph) {
            return paragraph.text();
        } else if (block instanceof Block.Points points) {
            return "**" + points.caption() + "**\n\n- " + String.join("\n- ", points.sentences());
        } else if (block instanceof Block.Table table) {
            List<String> header = table.columns().stream().map(Column::text).toList();
            return table(table.caption(), header, table.rows(), "--:|");
        } else if (block instanceof Block.Words words) {
            List<List<String>> rows =
                    words.rows().stream().map(Block.Line::cells).toList();
            return table(words.caption(), words.header(), rows, "---|");
        } else if (block instanceof Block.Warning warning) {
            return "> " + warning.text();
        }
        throw new IllegalArgumentException(block.toString());
    }

    private static String table(String caption, List<String> header, List<List<String>> rows, String column) {
        List<String> lines = new ArrayList<>(List.of("**" + caption + "**", ""));
        lines.add(line(header));
        lines.add("|---|" + column.repeat(header.size() - 1));
        rows.forEach(each -> lines.add(line(each)));
        return String.join("\n", lines);
    }

    private static String line(List<String> cells) {
        return cells.stream().map(MarkdownPage::cell).collect(Collectors.joining(" | ", "| ", " |"));
    }

    /** Text from others, such as the cause of a failure, may have line ends, bars and brackets. */
    private static String cell(String text) {
        return text.strip().replaceAll("\\R+", " ").replace("|", "\\|").replace("<", "\\<");
    }
}
