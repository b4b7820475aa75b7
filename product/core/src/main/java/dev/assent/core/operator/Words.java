package dev.assent.core.operator;

import dev.assent.core.local.LocalResource.Mark;
import dev.assent.core.participant.Participant;
import dev.assent.core.recovery.SeenResource;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Pieces of the sentences that operators read. Pure functions. */
final class Words {
    private Words() {}

    /** Names of resources in a sentence, each once. */
    static String quoted(Collection<String> names) {
        return names.stream().distinct().map(each -> "'" + each + "'").collect(Collectors.joining(", "));
    }

    /** The names of participants' resources in a sentence. */
    static String resources(List<Participant> participants) {
        return quoted(participants.stream().map(Participant::name).toList());
    }

    /** The names of the resources that were reached, or of those that were not; "none" for none. */
    static String reached(List<SeenResource> seen, boolean isReached) {
        String names = seen.stream()
                .filter(each -> each.isReached() == isReached)
                .map(SeenResource::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "none" : names;
    }

    /** The word for how far an act came. */
    static String of(ActResult.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** The word for an operator's decision. */
    static String verb(boolean commit) {
        return commit ? "commit" : "rollback";
    }

    /** What a last resource's commit marker says, in a sentence. */
    static String said(Mark mark) {
        return switch (mark) {
            case COMMITTED -> "says that it committed";
            case REFUSED -> "says that it did not commit";
            case NONE -> "is missing, so recovery will write one that says 'not committed', if it still can";
        };
    }
}
