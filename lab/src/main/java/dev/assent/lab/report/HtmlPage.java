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
            th:first-child, td:first-child { text-align: left; }
            table.words th, table.words td { text-align: left; }
            table.figures td { white-space: nowrap; }
            table.words td { min-width: 7rem; }
            """;

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
        } else if (block instanceof Block.Table table) {
            return table("figures", table.caption(), table.header(), table.rows());
        } else if (block instanceof Block.Words words) {
            return table("words", words.caption(), words.header(), words.rows());
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
        for (int i = 0; i < chart.series().size(); i++) {
            legend.append(String.format(
                    Locale.ROOT,
                    "<span><i class=\"%s\"></i>%s</span>",
                    BarChart.colour(i),
                    Escaped.text(chart.series().get(i))));
        }
        return "<figure>%n<figcaption>%s</figcaption>%n%s%n<div class=\"legend\">%s</div>%n</figure>"
                .formatted(Escaped.text(chart.title()), BarChart.svg(chart), legend);
    }

    private static String table(String kind, String caption, List<String> header, List<List<String>> rows) {
        StringBuilder html = new StringBuilder("<div class=\"scroll\"><table class=\"" + kind + "\">");
        html.append("<caption>").append(Escaped.text(caption)).append("</caption>\n<thead>");
        html.append(row("th", header)).append("</thead>\n<tbody>\n");
        rows.forEach(each -> html.append(row("td", each)).append('\n'));
        return html.append("</tbody></table></div>").toString();
    }

    private static String row(String tag, List<String> cells) {
        return cells.stream()
                .map(each -> "<" + tag + ">" + Escaped.text(each) + "</" + tag + ">")
                .collect(Collectors.joining("", "<tr>", "</tr>"));
    }
}
