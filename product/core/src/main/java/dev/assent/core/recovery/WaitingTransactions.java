package dev.assent.core.recovery;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.commit.Step;
import dev.assent.core.local.LocalParticipant;
import dev.assent.core.local.LocalResource;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.XaResources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that wait for recovery, and what each of them waits for: a resource that is not registered, the end
 * of a resource's pause (law 10: the unknown is left alone), room in the log, or only for the next pass.
 *
 * <p>Thread safety: one recovery pass at a time calls {@link #tellMissing}, any thread the rest.
 */
final class WaitingTransactions {
    private final Coordinator coordinator;
    private final XaResources resources;
    private final Incidents incidents;

    WaitingTransactions(Coordinator coordinator, XaResources resources, Incidents incidents) {
        this.coordinator = coordinator;
        this.resources = resources;
        this.incidents = incidents;
    }

    /** Whether a transaction waits for recovery; see {@link Recovery#awaits}. */
    boolean awaits(GlobalTransaction transaction) {
        return transaction.forRecovery().isPossible() && !areMarkersOff(transaction);
    }

    /** Whether only an operator can find out what the transaction's last resource did: it has no commit markers. */
    boolean areMarkersOff(GlobalTransaction transaction) {
        LocalParticipant last = openLast(transaction);
        LocalResource resource = last == null ? null : resources.findLocal(last.name());
        return resource != null && !resource.hasMarkers();
    }

    /** Whether a resource is registered under this name now. */
    boolean isRegistered(String name) {
        return resources.find(name) != null || resources.findLocal(name) != null;
    }

    /** Whether one of them waits for nothing but a pass. */
    boolean isAnyReady() {
        return coordinator.parked().stream().anyMatch(this::isReady);
    }

    private boolean isReady(GlobalTransaction transaction) {
        if (!awaits(transaction)) {
            return false;
        }
        if (transaction.forRecovery().isToRecordWord()) {
            return true;
        }
        if (transaction.step() == Step.IN_DOUBT) {
            LocalParticipant last = openLast(transaction);
            return last == null ? incidents.mayTryLog() : mayTry(last);
        }
        return transaction.participants().unfinished().stream().anyMatch(this::mayTry);
    }

    private boolean mayTry(Participant participant) {
        String name = participant.name();
        return participant.isRetryDue() || (isRegistered(name) && incidents.mayTry(name) && incidents.mayAsk(name));
    }

    /** The last resource whose outcome is unknown; null if it is known, or if there is none. */
    static @Nullable LocalParticipant openLast(GlobalTransaction transaction) {
        for (Participant participant : transaction.participants().unfinished()) {
            if (participant instanceof LocalParticipant last) {
                return last;
            }
        }
        return null;
    }

    /**
     * Reports the resources that are not registered: one line for each, however many transactions wait for it.
     *
     * @param now whether to report without waiting
     */
    void tellMissing(boolean now) {
        Map<String, List<GlobalTransaction>> waiting = new LinkedHashMap<>();
        for (GlobalTransaction transaction : coordinator.parked()) {
            if (awaits(transaction)) {
                transaction.participants().unfinished().stream()
                        .filter(Participant::needsResource)
                        .map(Participant::name)
                        .filter(name -> !isRegistered(name))
                        .distinct()
                        .forEach(name -> waiting.computeIfAbsent(name, any -> new ArrayList<>())
                                .add(transaction));
            }
        }
        String registered = resources.names() + "; without XA: " + resources.localNames();
        Map<String, String> texts = new LinkedHashMap<>();
        waiting.forEach((name, all) -> texts.put(
                name,
                XaResources.isUnregistered(name)
                        ? MESSAGES.resourceUnregistered(
                                name, all.size(), all.get(0).id())
                        : MESSAGES.resourceMissing(name, all.size(), all.get(0).id(), registered)));
        incidents.missing(texts, now);
    }
}
