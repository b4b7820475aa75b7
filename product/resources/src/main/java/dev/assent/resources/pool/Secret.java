package dev.assent.resources.pool;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The part of a configured value that messages may show. A value is a secret by its key, or contains one, as URLs do:
 * in the part before {@code @}, and among the parameters after {@code ?} or {@code ;}. It hides rather too much than
 * too little, since messages end in files that many people read.
 *
 * <p>Thread safety: safe to share.
 */
public final class Secret {
    /** Replaces a hidden part. */
    public static final String HIDDEN = "(not shown)";

    private static final Pattern WORD = Pattern.compile("pass|pwd|secret|token|credential");

    /** Everything up to the last {@code @}, since a password may contain one, too; without the scheme. */
    private static final Pattern USER_INFO = Pattern.compile("(?s)\\A(jdbc:\\w+:(?://)?|\\w+://|).+@");

    private static final Pattern PARAMETERS = Pattern.compile("(?s)([?;]).+\\z");

    private Secret() {}

    /** The value with "(not shown)" in place of each secret part. */
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
