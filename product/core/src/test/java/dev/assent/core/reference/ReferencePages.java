package dev.assent.core.reference;

import dev.assent.Setting;
import dev.assent.core.xa.XaCodes;
import dev.assent.core.xa.XaMeaning;
import dev.assent.core.xa.XaVerb;
import java.util.EnumSet;
import java.util.Set;

/** Writes the pages of docs/reference that are made from tables in the code. */
final class ReferencePages {
    private static final String REMARK = "<!-- Generated from the code by ReferencePagesTest; regenerate with\n"
            + "     ./mvnw test -pl product/core -am -Dtest=ReferencePagesTest -Dassent.reference.write=true -->\n";

    private ReferencePages() {}

    /** The meaning of every XAException code in every verb. */
    static String xaCodes() {
        StringBuilder page =
                new StringBuilder("# What XA codes mean\n\n").append(REMARK).append('\n');
        page.append(
                "The meaning of the `XAException` codes of resources: one row for each code, one column for each verb.\n"
                        + "Any other Throwable of a resource counts as `XAER_RMFAIL`. The words are explained below.\n\n");
        page.append("| code |");
        for (XaVerb verb : XaVerb.values()) {
            page.append(' ').append(verb.name().toLowerCase().replace('_', ' ')).append(" |");
        }
        page.append("\n|---|").append("---|".repeat(XaVerb.values().length)).append('\n');
        XaCodes.ALL.forEach(code -> row(page, "`" + code.name() + "`", code.value()));
        row(page, "any other", Integer.MAX_VALUE);
        page.append("\n| word | meaning |\n|---|---|\n");
        for (XaMeaning meaning : used()) {
            page.append("| ")
                    .append(word(meaning))
                    .append(" | ")
                    .append(meaning.words())
                    .append(" |\n");
        }
        return page.toString();
    }

    private static void row(StringBuilder page, String name, int code) {
        page.append("| ").append(name).append(" |");
        for (XaVerb verb : XaVerb.values()) {
            page.append(' ').append(word(XaCodes.meaning(verb, code))).append(" |");
        }
        page.append('\n');
    }

    private static Set<XaMeaning> used() {
        Set<XaMeaning> used = EnumSet.noneOf(XaMeaning.class);
        for (XaVerb verb : XaVerb.values()) {
            XaCodes.ALL.forEach(code -> used.add(XaCodes.meaning(verb, code.value())));
        }
        return used;
    }

    private static String word(XaMeaning meaning) {
        return meaning.name().toLowerCase().replace('_', ' ');
    }

    /** Every setting of core. */
    static String settings() {
        StringBuilder page = new StringBuilder("# Settings\n\n").append(REMARK).append('\n');
        page.append("| key | what for | default | allowed |\n|---|---|---|---|\n");
        for (Setting setting : Setting.values()) {
            page.append("| `").append(setting.key()).append("` | ").append(setting.documentation());
            page.append(" | `").append(setting.defaultValue()).append('`');
            page.append(setting.unit().isEmpty() ? "" : " " + setting.unit());
            page.append(" | ").append(setting.allowed()).append(" |\n");
        }
        return page.toString();
    }
}
