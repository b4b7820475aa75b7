package dev.assent.reference;

import java.util.List;

/** Writes docs/reference/messages.md: from the catalogues of all modules. */
final class MessagesPage {
    /** One range of message numbers. */
    private record Chapter(int thousand, String title) {}

    private static final List<Chapter> CHAPTERS = List.of(
            new Chapter(1, "Use and configuration"),
            new Chapter(2, "Transactions"),
            new Chapter(3, "Decision log"),
            new Chapter(4, "Recovery"),
            new Chapter(5, "Resources"),
            new Chapter(6, "Server and command line"),
            new Chapter(7, "Lab"),
            new Chapter(8, "Other processes and transports"));

    private MessagesPage() {}

    /** Every message. */
    static String content() {
        StringBuilder page = new StringBuilder("# Messages\n\n")
                .append("<!-- Generated from the code by MessagesPageTest; regenerate with\n")
                .append("     ")
                .append(MessagesPageTest.COMMAND)
                .append(" -->\n\n");
        page.append("A number never changes its meaning. `…` stands for what the message is about.")
                .append(
                        " A command such as `./assent log list` also needs `--config FILE` or `--log FOLDER`, which names")
                .append(" the node.\n");
        for (Chapter chapter : CHAPTERS) {
            page.append("\n## ").append(chapter.title()).append("\n\n| number | text |\n|---|---|\n");
            Catalogues.formats().forEach((number, format) -> {
                if (number / 1000 == chapter.thousand()) {
                    page.append("| ASSENT-").append(number).append(" | ");
                    page.append(text(format)).append(" |\n");
                }
            });
        }
        return page.toString();
    }

    private static String text(String format) {
        return format.replaceAll("(%n|\n)\\s*", " ")
                .replaceAll("(0x)?%(\\d+\\$)?[-#+ 0,(]*\\d*(\\.\\d+)?[a-zA-Z]", "…")
                .replace("|", "\\|");
    }
}
