package dev.assent.core.recovery;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.RecoveryReport;
import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.local.LocalResource;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.metrics.Metrics;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.LifeEvent;
import dev.assent.core.observe.Notices;
import dev.assent.core.transaction.Adoption;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Descriptions;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.XaResources;
import dev.assent.spi.RecoverableResource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finishes transactions that are unfinished, at the start of a node and from time to time. One pass does this:
 *
 * <ol>
 *   <li>Ask the superiors of prepared subordinates for the decision. This pass carries out the answers that come at
 *       once (law 18: a prepared subordinate asks).
 *   <li>Note which transactions wait for recovery. They come from the log, which was read whole and made durable
 *       before (law 7: recovery forces before it acts), or were parked by their own thread when a resource was not
 *       reached.
 *   <li>Open every registered resource by its name and list its branches in doubt. A resource that can't be reached
 *       is reported once, and tried again after a growing pause. A branch of a future epoch shows that the log is an
 *       old copy, which is recorded.
 *   <li>Look for orphans: for each listed branch of this node look, <em>after</em> the listing, whether its
 *       transaction is known (law 9: recovery rolls back only its own). If nobody knows it, ask the resource again: if
 *       the branch is no longer listed, its transaction has just ended; otherwise it is presumed aborted. So is a
 *       branch of a transaction that was rolled back without it. A branch whose presumption, epoch or record is not
 *       understood is left alone (law 10: the unknown is left alone), and so is every branch of another node, also of
 *       the one this node's folder was copied from (law 2: each start is a new epoch).
 *   <li>If the outcome of a last resource is unknown, give it the commit markers of its database, if it has them,
 *       and ask. Without markers, or while the database can't be reached, its transaction waits (law 13: the last
 *       resource is announced). Its other branches get nothing yet: if another thread forces the decision together with
 *       its own, that thread goes on, and it must not do so on connections of the pass.
 *   <li>Give each unfinished branch of the noted transactions and the orphans what the pass has learnt: the
 *       connection to act on it, if it is listed; that it is gone, if it was tried before the listing and is not listed
 *       (law 11: a lost answer is never guessed); nothing, if its resource was not reached, or has refused and its
 *       pause lasts.
 *   <li>Let each transaction go on for which the pass has learnt something, and each subordinate whose superior has
 *       decided to commit, so that this is at least recorded and acknowledged (law 18: a prepared subordinate asks).
 *       This is the same code that ran the first try.
 *   <li>Remove commit markers that nobody will ask for.
 *   <li>Finish orders to forget heuristic outcomes that were interrupted, if all resources that must forget were
 *       reached.
 * </ol>
 *
 * <p>Thread safety: all methods may be called by any thread; one pass runs at a time.
 */
public final class Recovery {
    private final Coordinator coordinator;
    private final XaResources resources;
    private final Incidents incidents;
    private volatile boolean suspected;

    private final Questions questions = new Questions();
    private final Forgetting forgetting;
    private final OldCopy oldCopy;
    private final Claims claims;
    private final Orphans orphans;
    private final WaitingTransactions transactions;
    private final Finisher finisher;
    private final ResourceLook looks;
    private final Inquiries inquiries;
    private Descriptions descriptions = Descriptions.NONE;

    /** Recovery of a coordinator's transactions on these resources. */
    public Recovery(Coordinator coordinator, XaResources resources, Notices notices) {
        this.coordinator = coordinator;
        this.resources = resources;
        this.incidents = new Incidents(coordinator, resources, notices);
        this.forgetting = new Forgetting(coordinator, resources, incidents, questions);
        this.oldCopy = new OldCopy(coordinator, incidents);
        this.claims = new Claims(coordinator);
        this.orphans = new Orphans(coordinator, claims, incidents);
        this.transactions = new WaitingTransactions(coordinator, resources, incidents);
        this.finisher = new Finisher(resources, transactions, incidents);
        this.inquiries = new Inquiries(coordinator, notices);
        this.looks = new ResourceLook(coordinator, resources, claims);
    }

    /**
     * Reads the log; called once, before the first pass.
     *
     * @param ofOthers reads participants other than XA branches and last resources
     */
    public synchronized void start(Descriptions ofOthers) {
        descriptions = new LocalDescriptions(ofOthers);
        note(coordinator.restore(descriptions));
        oldCopy.tell();
    }

    /**
     * Takes over the branches of another node and the transactions in its log. Called when that is durable.
     *
     * @param contents the other node's log; null if there is none
     */
    public synchronized void adopt(Adoption adoption, @Nullable DecisionLog contents) {
        if (contents != null) {
            note(coordinator.restore(descriptions, contents));
        }
        coordinator.adopt(adoption); // counts more than what the contents say of that node
    }

    private void note(List<TransactionId> unknownForm) {
        for (TransactionId id : unknownForm) {
            claims.notUnderstood(id);
            incidents.tellOnce(MESSAGES.recordNotUnderstood(id));
        }
    }

    /**
     * The log's records of a transaction do not count any more, since an operator has resolved it. Called when that is
     * durable.
     */
    public synchronized void resolved(TransactionId id) {
        claims.resolved(id);
    }

    /**
     * The transactions with records in the log that this version does not understand (law 10: the unknown is left
     * alone). Waits for no pass, since requests of other processes need it, too.
     */
    public Set<TransactionId> notUnderstood() {
        return claims.notUnderstood();
    }

    /**
     * Whether a transaction waits for recovery. It does not if it waits for an operator: only an operator can find out
     * what a last resource did that has no commit markers, or has them switched off since.
     */
    public boolean awaits(GlobalTransaction transaction) {
        return transactions.awaits(transaction);
    }

    /**
     * Whether a pass can achieve something now: a superior is due for a question; or the pause of an unreachable
     * resource is over, which may hold branches that nobody knows of; or a transaction waits for a resource that is
     * registered and may be tried, or for room in the log; or a resource is suspected, or missing for so long that a
     * message is due; or a subordinate is due for another request to forget.
     */
    public boolean isWorthwhile() {
        return suspected
                || inquiries.isDue()
                || incidents.isRetryDue(transactions::isRegistered)
                || incidents.isMissingDue()
                || forgetting.isDue()
                || transactions.isAnyReady();
    }

    /** The node closes. A pass that is under way goes on, but no longer says that recovery tries again. */
    public void close() {
        incidents.close();
    }

    /** The resource that recovery waits for right now, and the call, for people; null if it waits for none. */
    public @Nullable String asked() {
        return questions.asked();
    }

    /** Whether a resource is registered under this name now. */
    public boolean isRegistered(String name) {
        return transactions.isRegistered(name);
    }

    /**
     * A user of a resource could not reach it, so the next pass looks at it and reports it. Does nothing if that is
     * known already.
     */
    public void suspect(String resource) {
        if (!incidents.isAway(resource)) {
            suspected = true;
        }
    }

    /**
     * Runs one pass. Blocks as long as the resources do.
     *
     * @param now whether to try unreachable resources during their pause, and to report missing ones at once
     */
    public synchronized RecoveryReport run(boolean now) {
        if (!coordinator.isRunning()) {
            return new RecoveryReport(0, 0, 0, coordinator.parked().size(), 0, 0, 0, List.of());
        }
        LifeEvent.Pass event = LifeEvent.Pass.PROBE.isEnabled() ? new LifeEvent.Pass() : null;
        if (event != null) {
            event.begin();
        }
        if (now) {
            incidents.retryNow();
        }
        inquiries.ask(now); // 1
        RecoveryReport report = pass(now);
        Metrics metrics = coordinator.metrics();
        if (metrics != null) {
            metrics.count(Metrics.Count.PASS);
        }
        if (event != null) {
            event.committed = report.committed();
            event.rolledBack = report.rolledBack();
            event.unreachable = report.unreachable().size();
            event.commit();
        }
        return report;
    }

    private RecoveryReport pass(boolean now) {
        suspected = false;
        incidents.beginPass();
        Set<GlobalTransaction> noted = new LinkedHashSet<>(coordinator.parked()); // 2
        List<GlobalTransaction> waiting = new ArrayList<>(noted);
        waiting.removeIf(each -> !Finisher.canBeFinished(each) && each.step() != Step.IN_DOUBT);
        try (InDoubtLists lists = new InDoubtLists(incidents, questions);
                CommitMarkers markers = new CommitMarkers(incidents, questions)) {
            resources.all().forEach(lists::ask); // 3
            oldCopy.look(lists);
            coordinator.trace(FaultPoint.RECOVERY_LISTED, null, -1);
            Tally tally = new Tally(transactions::awaits);
            waiting.addAll(orphans.find(waiting, noted, lists, tally)); // 4
            Refusals refusals = new Refusals(incidents);
            for (GlobalTransaction transaction : waiting) {
                finisher.goOn(transaction, lists, markers, refusals); // 5, 6, 7
                tally.count(transaction);
            }
            refusals.tell();
            transactions.tellMissing(now);
            cleanMarkers(markers); // 8
            forgetting.forgetAsAsked(lists); // 9
            coordinator.trace(FaultPoint.RECOVERY_DONE, null, -1);
            return tally.report(lists.unreachable(), coordinator.parked());
        }
    }

    private void cleanMarkers(CommitMarkers markers) {
        Set<NodeId> nodes = new LinkedHashSet<>(Set.of(coordinator.life().node()));
        coordinator.adoptions().forEach(each -> nodes.add(each.node()));
        for (LocalResource resource : resources.allLocal()) {
            if (resource.hasMarkers()) {
                markers.clean(resource, List.copyOf(nodes), claims::isOver);
            }
        }
    }

    /**
     * Takes an operator's statement of what a last resource of unknown outcome did, and finishes the transaction
     * accordingly: the decision is forced before anything is done (laws 12 and 13).
     *
     * @param isCommitted what the operator has found in the resource
     * @return where the transaction is then; parked if some resource could not be reached
     * @throws IllegalArgumentException if the transaction is not in doubt
     */
    public synchronized Step settleLast(TransactionId id, boolean isCommitted) {
        GlobalTransaction transaction = coordinator.find(id);
        if (transaction == null
                || transaction.step() != Step.IN_DOUBT
                || transaction.forDecision().isMade()) {
            String why = transaction == null
                    ? "it is not known"
                    : transaction.forDecision().isMade()
                            ? "it is decided"
                            : "it is " + transaction.step().words();
            throw new IllegalArgumentException(MESSAGES.settleRefused(id, why));
        }
        transaction.forRecovery().settleLast(isCommitted);
        return finisher.retry(transaction);
    }

    /**
     * Lets one transaction go on, and asks only its resources, in the same way as a pass. Called for an operator.
     *
     * @return the step it has reached
     */
    public synchronized Step finish(GlobalTransaction transaction) {
        if (!transaction.forDecision().isMade() || !coordinator.isRunning()) {
            return transaction.step();
        }
        incidents.retryNow();
        try (InDoubtLists lists = new InDoubtLists(incidents, questions);
                CommitMarkers markers = new CommitMarkers(incidents, questions)) {
            Set<String> names = new LinkedHashSet<>();
            transaction.participants().unfinished().forEach(each -> names.add(each.name()));
            for (String name : names) {
                RecoverableResource resource = resources.find(name);
                if (resource != null) {
                    lists.ask(resource);
                }
            }
            finisher.goOn(transaction, lists, markers, new Refusals(incidents));
            return transaction.step();
        }
    }

    /**
     * Runs something while no pass is under way, so that it sees the waiting transactions unchanged. It must not wait
     * for a force.
     */
    public synchronized <T> T exclusively(Supplier<T> work) {
        return work.get();
    }

    /**
     * The branches that every registered resource with XA holds in doubt now, with their owners. Changes nothing there.
     * If the look shows that the log is an old copy, that is recorded.
     */
    public synchronized List<SeenResource> look() {
        incidents.retryNow();
        try (InDoubtLists lists = new InDoubtLists(incidents, questions)) {
            resources.all().forEach(lists::ask);
            oldCopy.look(lists);
            return looks.at(lists);
        }
    }

    /**
     * Whether each resource without XA can be reached now, and what its markers say of the waiting transactions.
     * Changes nothing, and begins no incident: recovery asks these resources itself when it needs them.
     */
    public List<SeenLastResource> lookAtLastResources() {
        return looks.atLastResources();
    }

    /**
     * Forgets a heuristic outcome: first at the resources, then in the log (law 12: heuristic outcomes are forced
     * first).
     *
     * @throws IllegalArgumentException if the transaction has no heuristic outcome to forget
     * @throws IllegalStateException if a resource can't be reached or refuses; then the log keeps the outcome
     */
    public synchronized void forget(TransactionId id) {
        forgetting.forget(id);
    }
}
