package dev.assent.core.jta;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.local.LocalParticipant;
import dev.assent.core.local.LocalResource;
import dev.assent.core.local.LocalWork;
import dev.assent.core.observe.LifeEvent;
import dev.assent.core.transaction.Admission;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.NamedXaResource;
import dev.assent.core.xa.XaBranch;
import dev.assent.core.xa.XaCodes;
import dev.assent.core.xa.XaMeaning;
import dev.assent.core.xa.XaResources;
import dev.assent.core.xa.XaVerb;
import dev.assent.spi.RecoverableResource;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * Enlists and delists the resources of a node in its transactions (Jakarta Transactions 2.0, section 3.3.1):
 * XAResources, each on a branch, and resources without XA, each as the last resource (law 13: the last resource is
 * announced).
 *
 * <p>It keeps nothing itself. A transaction has its {@link JtaTransaction#branches branches}, and the gate of the
 * transaction makes enlisting and delisting exclude each other and the timeout (law 20: timeout or decision, one wins).
 *
 * <p>Thread safety: safe to share.
 */
final class Enlistments {
    private final XaResources resources;

    Enlistments(XaResources resources) {
        this.resources = resources;
    }

    /** As {@link JtaTransaction#enlistResource(XAResource)}. */
    boolean enlist(JtaTransaction transaction, XAResource resource) throws RollbackException, SystemException {
        if (!(resource instanceof NamedXaResource)) {
            requireOpen(transaction); // before asking other resources
        }
        RecoverableResource owner;
        try {
            owner = resources.ownerOf(resource);
        } catch (IllegalArgumentException unknown) {
            throw new SystemException(unknown.getMessage());
        }
        return start(transaction, owner, resource);
    }

    /** As {@link JtaTransaction#enlistResource(String, XAResource)}. */
    boolean enlist(JtaTransaction transaction, String name, XAResource resource)
            throws RollbackException, SystemException {
        RecoverableResource registered = resources.find(name);
        if (registered == null) {
            throw new SystemException(MESSAGES.resourceUnknown(name, resources.names()));
        }
        return start(transaction, registered, resource);
    }

    private static void requireOpen(JtaTransaction transaction) throws RollbackException {
        transaction.enter("enlist a resource");
        if (!transaction.engine().leave()) {
            throw Outcomes.rolledBack(transaction.engine());
        }
    }

    private static boolean start(JtaTransaction transaction, RecoverableResource registered, XAResource resource)
            throws RollbackException, SystemException {
        GlobalTransaction engine = transaction.engine();
        transaction.enter("enlist a resource");
        boolean isInTime;
        try {
            LifeEvent.Enlist event = LifeEvent.Enlist.PROBE.isEnabled() ? new LifeEvent.Enlist() : null;
            if (event != null) {
                event.begin();
            }
            transaction.branches().start(engine, registered, resource);
            if (event != null) {
                event.transaction = engine.id().toString();
                event.participant = registered.name();
                event.commit();
            }
        } catch (XAException refused) {
            throw startRefused(engine, registered.name(), refused);
        } finally {
            isInTime = engine.leave();
        }
        if (!isInTime) {
            throw Outcomes.rolledBack(engine);
        }
        return true;
    }

    private static SystemException startRefused(GlobalTransaction engine, String name, XAException refused)
            throws RollbackException {
        String answer = XaCodes.describe(refused);
        if (XaCodes.meaning(XaVerb.START, refused.errorCode) == XaMeaning.ROLLBACK_ONLY) {
            engine.markRollback(refused);
            RollbackException told =
                    new RollbackException(MESSAGES.markedRollback("enlist resource '" + name + "'", engine.id()));
            told.initCause(refused);
            throw told;
        }
        return failed(MESSAGES.enlistFailed(name, engine.id(), answer), refused);
    }

    private static SystemException failed(String message, XAException cause) {
        SystemException told = new SystemException(message);
        told.errorCode = cause.errorCode;
        told.initCause(cause);
        return told;
    }

    /** As {@link JtaTransaction#enlistLastResource}. */
    void enlistLast(JtaTransaction transaction, String name, LocalWork work) throws RollbackException {
        GlobalTransaction engine = transaction.engine();
        LocalResource registered = resources.findLocal(name);
        if (registered == null) {
            throw new IllegalArgumentException(MESSAGES.lastResourceUnknown(name, engine.id(), resources.localNames()));
        }
        transaction.enter("enlist a last resource");
        boolean isInTime;
        try {
            engine.participants().checkRoomForLast(name);
            engine.participants().enlist(new LocalParticipant(engine.id(), registered, work));
        } finally {
            isInTime = engine.leave();
        }
        if (!isInTime) {
            throw Outcomes.rolledBack(engine);
        }
    }

    /** As {@link JtaTransaction#delistResource}. */
    boolean delist(JtaTransaction transaction, XAResource resource, int flag) throws SystemException {
        if (flag != XAResource.TMSUCCESS && flag != XAResource.TMFAIL && flag != XAResource.TMSUSPEND) {
            throw new IllegalArgumentException(MESSAGES.delistFlagRefused(resource, flag));
        }
        GlobalTransaction engine = transaction.engine();
        Admission admission = engine.enter();
        if (admission == Admission.TIMED_OUT) {
            return false;
        }
        if (admission == Admission.CLOSED) {
            throw Outcomes.notActive(engine, "delist a resource");
        }
        try {
            XaBranch branch = transaction.branches().branchOf(resource);
            return branch != null && end(engine, branch, resource, flag);
        } finally {
            engine.leave();
        }
    }

    private static boolean end(GlobalTransaction engine, XaBranch branch, XAResource resource, int flag)
            throws SystemException {
        try {
            return branch.end(resource, flag);
        } catch (XAException failed) {
            boolean isAsAsked = flag == XAResource.TMFAIL && XaCodes.isRolledBack(failed.errorCode);
            if (isAsAsked || XaCodes.meaning(XaVerb.END, failed.errorCode) == XaMeaning.DONE) {
                return true;
            }
            engine.markRollback(failed);
            String answer = XaCodes.describe(failed);
            throw failed(MESSAGES.delistFailed(branch.name(), engine.id(), answer), failed);
        } finally {
            if (flag == XAResource.TMFAIL) {
                engine.markRollback(new MarkedRollback());
            }
        }
    }
}
