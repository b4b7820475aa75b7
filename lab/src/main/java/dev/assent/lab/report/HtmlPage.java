package dev.assent.lab.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Shows a report as one page of HTML that needs nothing else: no script, no font, no network; light or dark as the reader. */
final class HtmlPage {
    private static final String STYLE = """
            :root { color-scheme: light dark; --text: #1c2127; --soft: #5c6670; --page: #fdfdfc; --card: #ffffff; --line: #e2e5e9;
              --c0: #2f6db3; --c1: #e08a2c; --c2: #3f9d6b; --c3: #a9558f; --c4: #6b7683; --c5: #b8453f;
              --c6: #2a8f9a; --c7: #857526; }
            @media (prefers-color-scheme: dark) { :root { --text: #e4e7ea; --soft: #9aa4ae; --page: #14171a; --card: #1b1f24;
              --line: #2f363d; --c0: #6aa5e8; --c1: #f0aa5c; --c2: #6cc596; --c3: #d58cbd; --c4: #8f9aa6; --c5: #e8837d;
              --c6: #5cc4ce; --c7: #c4b25c; } }
            * { box-sizing: border-box; }
            body { margin: 0; background: var(--page); color: var(--text);
              font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; }
            main { max-width: 1340px; margin: 0 auto; padding: 2.5rem 1.5rem 5rem; }
            h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 1rem; letter-spacing: -0.01em; }
            h2 { font-size: 1.35rem; margin: 3.2rem 0 .6rem; padding-top: 1.2rem; border-top: 1px solid var(--line); }
            h3 { font-size: 1.05rem; margin: 2rem 0 .4rem; }
            p { max-width: 76ch; margin: .5rem 0; }
            p.remark { color: var(--soft); }
            p.warning { max-width: 90ch; padding: .7rem 1rem; background: var(--card); border: 1px solid var(--line);
              border-left: 4px solid var(--c1); border-radius: 6px; }
            ul { max-width: 76ch; margin: .5rem 0; padding-left: 1.2rem; }
            .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); gap: 1.2rem; margin: 1.2rem 0; }
            figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .9rem 1rem; }
            figcaption { font-weight: 600; font-size: .92rem; margin-bottom: .4rem; }
            svg { width: 100%; height: auto; display: block; }
            svg text { fill: var(--soft); font-size: 11px; }
            svg .tick { text-anchor: end; font-variant-numeric: tabular-nums; }
            svg .unit { text-anchor: middle; }
            svg .name { text-anchor: end; }
            svg .grid { stroke: var(--line); stroke-width: 1; }
            svg .interval { stroke: var(--text); stroke-width: 1.1; fill: none; opacity: .75; pointer-events: none; }
            .s0 { fill: var(--c0); background: var(--c0); } .s1 { fill: var(--c1); background: var(--c1); }
            .s2 { fill: var(--c2); background: var(--c2); } .s3 { fill: var(--c3); background: var(--c3); }
            .s4 { fill: var(--c4); background: var(--c4); } .s5 { fill: var(--c5); background: var(--c5); }
            .s6 { fill: var(--c6); background: var(--c6); } .s7 { fill: var(--c7); background: var(--c7); }
            .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; font-size: .82rem; color: var(--soft); margin-top: .5rem; }
            .legend i { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .4em; }
            .scroll { overflow-x: auto; margin: 1rem 0; }
            table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; min-width: 40rem; }
            caption { text-align: left; font-weight: 600; padding: .3rem 0; }
            th, td { padding: .34rem .7rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
            th { color: var(--soft); font-weight: 600; }
            th, table.figures td { vertical-align: bottom; white-space: nowrap; }
            thead tr:first-child > th:first-child, td:first-child { text-align: left; position: sticky; left: 0;
              background: var(--page); }
            th.group { text-align: center; }
            th.group, th.first { border-left: 1px solid var(--line); }
            tbody tr:hover td { background: var(--card); }
            table.words th, table.words td { text-align: left; }
            .short { white-space: nowrap; }
            table.words td:first-child { border-left: 4px solid var(--line); }
            tr.same td:first-child { border-left-color: var(--c2); }
            tr.other td:first-child { border-left-color: var(--c1); }
            tr.contrary td:first-child { border-left-color: var(--c5); }
            """;

    /** Up to so many characters stay on one line. */
    private static final int SHORT_MAX = 16;

    private HtmlPage() {}

    static String render(String title, List<Block> blocks) {
        String body = blocks.stream().map(HtmlPage::html).collect(Collectors.joining("\n"));
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <style>
                %s</style>
                </head>
                <body>
                <main>
                %s
                </main>
                </body>
                </html>
                """.formatted(Escaped.text(title), STYLE, body);
    }

    private static String html(Block block) {
        if (block instanceof Block.Heading heading) {
            return "<h%d>%s</h%d>".formatted(heading.level(), Escaped.text(heading.text()), heading.level());
        } else if (block instanceof Block.Paragraph paragraph) {
            return "<p%s>%s</p>"
                    .formatted(paragraph.isRemark() ? " class=\"remark\"" : "", Escaped.text(paragraph.text()));
        } else if (block instanceof Block.Points points) {
            return html(points);
        } else if (block instanceof Block.Warning warning) {
            return "<p class=\"warning\">" + Escaped.text(warning.text()) + "</p>";
        } else if (block instanceof Block.Table table) {
            return html(table);
        } else if (block instanceof Block.Words words) {
            return html(words);
        } else if (block instanceof Block.Pair pair) {
            return "<div class=\"pair\">%n%s%n%s%n</div>".formatted(html(pair.left()), html(pair.right()));
        } else if (block instanceof Block.Chart chart) {
            return html(chart);
        }
        throw new IllegalArgumentException(block.toString());
    }

    private static String html(Block.Points points) {
        return points.sentences().stream()
                .map(each -> "<li>" + Escaped.text(each) + "</li>")
                .collect(
                        Collectors.joining("\n", "<h3>" + Escaped.text(points.caption()) + "</h3>\n<ul>\n", "\n</ul>"));
    }

    private static String html(Block.Chart chart) {
        StringBuilder legend = new StringBuilder();
        for (Block.Series each : chart.series()) {
            legend.append(String.format(
                    Locale.ROOT,
                    "<span><i class=\"%s\"></i>%s</span>",
                    BarChart.colour(each),
                    Escaped.text(each.name())));
        }
        return "<figure>%n<figcaption>%s</figcaption>%n%s%n<div class=\"legend\">%s</div>%n</figure>"
                .formatted(Escaped.text(chart.title()), BarChart.svg(chart), legend);
    }

    private static String html(Block.Table table) {
        String rows = table.rows().stream().map(each -> row("td", each)).collect(Collectors.joining("\n"));
        return table("figures", table.caption(), header(table.columns()), rows);
    }

    /** A line of groups, when there are any, above the line of names; a column that stands alone takes both. */
    private static String header(List<Column> columns) {
        if (columns.stream().allMatch(each -> each.group().isEmpty())) {
            return row("th", columns.stream().map(Column::name).toList());
        }
        StringBuilder groups = new StringBuilder("<tr>");
        StringBuilder names = new StringBuilder("<tr>");
        String before = "";
        for (Column each : columns) {
            if (each.group().isEmpty()) {
                groups.append("<th rowspan=\"2\">")
                        .append(Escaped.text(each.name()))
                        .append("</th>");
            } else {
                boolean isFirst = !each.group().equals(before);
                if (isFirst) {
                    long width = columns.stream()
                            .filter(other -> other.group().equals(each.group()))
                            .count();
                    groups.append(
                            "<th class=\"group\" colspan=\"%d\">%s</th>".formatted(width, Escaped.text(each.group())));
                }
                names.append(isFirst ? "<th class=\"first\">" : "<th>")
                        .append(Escaped.text(each.name()))
                        .append("</th>");
            }
            before = each.group();
        }
        return groups.append("</tr>\n").append(names).append("</tr>").toString();
    }

    private static String html(Block.Words words) {
        String rows = words.rows().stream()
                .map(each -> "<tr class=\"%s\">%s</tr>"
                        .formatted(each.tone().name().toLowerCase(Locale.ROOT), cells("td", each.cells())))
                .collect(Collectors.joining("\n"));
        return table("words", words.caption(), row("th", words.header()), rows);
    }

    private static String table(String kind, String caption, String header, String rows) {
        return """
                <div class="scroll"><table class="%s"><caption>%s</caption>
                <thead>%s</thead>
                <tbody>
                %s
                </tbody></table></div>""".formatted(kind, Escaped.text(caption), header, rows);
    }

    private static String row(String tag, List<String> cells) {
        return "<tr>" + cells(tag, cells) + "</tr>";
    }

    private static String cells(String tag, List<String> cells) {
        return cells.stream()
                .map(each -> "<%s%s>%s</%s>"
                        .formatted(tag, each.length() <= SHORT_MAX ? " class=\"short\"" : "", Escaped.text(each), tag))
                .collect(Collectors.joining());
    }
}
