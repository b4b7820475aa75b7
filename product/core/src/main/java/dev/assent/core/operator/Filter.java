package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.OperatorRequest;
import dev.assent.core.identity.LocalTransactionId;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Selects transactions in doubt for an act, in place of a single name: those that meet all conditions. As the subject
 * of a {@link OperatorRequest} it is {@code where KEY=VALUE ...}, followed by {@code shown=CODE} if the operator has seen the
 * matches. Such a subject is not a name of a transaction, so a node of an earlier version refuses it.
 *
 * <p>Immutable and safe to share.
 */
public final class Filter {
    private static final String WHERE = "where ";
    private static final String SHOWN = "shown";
    private static final Pattern CODE = Pattern.compile("[0-9]{1,9}-[0-9a-f]{1,64}");
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{1,32}");

    private final Map<String, String> conditions;
    private final @Nullable String shown;

    private Filter(Map<String, String> conditions, @Nullable String shown) {
        this.conditions = conditions;
        this.shown = shown;
    }

    /** Whether the subject of a request is a filter. */
    public static boolean isFilter(String subject) {
        return subject.startsWith(WHERE);
    }

    /** Whether a request has a filter whose matches the operator has not seen yet, so that nothing is done. */
    public static boolean isToShow(String subject) {
        return isFilter(subject) && of(subject).shown == null;
    }

    /**
     * The subject of a request for these conditions.
     *
     * @param conditions each as {@code KEY=VALUE}
     * @param shown the code that came with the matches; empty to get one
     */
    public static String subject(Collection<String> conditions, String shown) {
        return WHERE + String.join(" ", conditions) + (shown.isEmpty() ? "" : " " + SHOWN + "=" + shown);
    }

    /**
     * Reads a filter from a subject.
     *
     * @throws IllegalArgumentException if it is not valid, or has no condition
     */
    static Filter of(String subject) {
        Map<String, String> conditions = new LinkedHashMap<>();
        String code = null;
        for (String each : subject.substring(WHERE.length()).split(" ", -1)) {
            int equals = each.indexOf('=');
            String key = equals < 0 ? each : each.substring(0, equals);
            String value = equals < 0 ? "" : each.substring(equals + 1);
            if (key.equals(SHOWN) && code == null && CODE.matcher(value).matches()) {
                code = value;
            } else if (!isAllowed(key, value)) {
                throw refused(subject, "'" + each + "' is not a valid condition");
            } else if (conditions.put(key, value) != null) {
                throw refused(subject, "it has '" + key + "' twice");
            }
        }
        if (conditions.isEmpty()) {
            throw refused(subject, "it has no condition");
        }
        return new Filter(conditions, code);
    }

    private static boolean isAllowed(String key, String value) {
        return switch (key) {
            case "standing" ->
                Arrays.stream(Standing.values())
                        .anyMatch(each -> each.isInDoubt() && each.key().equals(value));
            case "resource" -> !value.isEmpty();
            case "node" -> DIGITS.matcher(value).matches();
            case "before" -> time(value) != null;
            default -> false;
        };
    }

    /** A time in UTC; null if it is not one. */
    private static @Nullable Instant time(String value) {
        try {
            return Instant.parse(value);
        } catch (DateTimeParseException none) {
            return null;
        }
    }

    private static IllegalArgumentException refused(String subject, String why) {
        String standings = Arrays.stream(Standing.values())
                .filter(Standing::isInDoubt)
                .map(Standing::key)
                .collect(Collectors.joining(", "));
        return new IllegalArgumentException(MESSAGES.filterRefused(
                subject.substring(WHERE.length()).replaceAll("\\p{Cntrl}", "?"), why, standings));
    }

    /** The code of the matches that the operator has seen; null if they are still to be shown. */
    @Nullable String shown() {
        return shown;
    }

    /** The transactions in doubt that match, in the order of their identities. */
    List<TransactionReport> matched(InDoubtReport report) {
        List<TransactionReport> matched =
                new ArrayList<>(report.inDoubt().stream().filter(this::matches).toList());
        matched.sort((one, other) -> one.id().toString().compareTo(other.id().toString()));
        return matched;
    }

    private boolean matches(TransactionReport report) {
        return conditions.entrySet().stream().allMatch(each -> matches(report, each.getKey(), each.getValue()));
    }

    private static boolean matches(TransactionReport report, String key, String value) {
        return switch (key) {
            case "standing" -> report.standing().key().equals(value);
            case "resource" ->
                report.branches().stream().anyMatch(each -> each.resource().equals(value))
                        || report.subordinates().stream()
                                .anyMatch(each -> each.name().equals(value));
            case "node" -> isOf(report, value);
            case "before" ->
                report.sinceMillis() != 0
                        && report.sinceMillis() < Instant.parse(value).toEpochMilli();
            default -> false;
        };
    }

    /** Whether a node has begun it, or owns a branch of it. */
    private static boolean isOf(TransactionReport report, String digits) {
        boolean isBegun = report.id() instanceof LocalTransactionId local
                && local.origin().node().toString().startsWith(digits);
        return isBegun
                || report.branches().stream()
                        .map(BranchReport::xid)
                        .anyMatch(xid ->
                                xid != null && xid.owner().node().toString().startsWith(digits));
    }

    /** As it was given, without the code. */
    @Override
    public String toString() {
        return conditions.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
    }
}
