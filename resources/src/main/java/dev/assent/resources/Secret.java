package dev.assent.resources;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What of a configured value may be told. A value is a secret by its key, or holds one, as URLs do: in
 * what stands before {@code @}, and among the parameters after {@code ?} or {@code ;}. Rather too much is
 * hidden than too little, since messages end in files that many read.
 *
 * <p>Thread safety: safe to share.
 */
public final class Secret {
    /** What stands in the place of what may not be told. */
    public static final String HIDDEN = "(not shown)";

    private static final Pattern WORD = Pattern.compile("pass|pwd|secret|token|credential");

    /** All up to the last {@code @}, since a password may have one, too; the scheme apart. */
    private static final Pattern USER_INFO = Pattern.compile("(?s)\\A(jdbc:\\w+:(?://)?|\\w+://|).+@");

    private static final Pattern PARAMETERS = Pattern.compile("(?s)([?;]).+\\z");

    private Secret() {}

    /** The value as it may be told, with "(not shown)" in the place of what may not. */
    public static String shown(String key, String value) {
        if (isNamed(key)) {
            return HIDDEN;
        }
        String withoutUser = USER_INFO.matcher(value).replaceFirst("$1" + HIDDEN + "@");
        String rest = PARAMETERS.matcher(withoutUser).replaceFirst("$1" + HIDDEN);
        return isNamed(rest) ? HIDDEN : rest;
    }

    private static boolean isNamed(String text) {
        return WORD.matcher(text.toLowerCase(Locale.ROOT)).find();
    }
}
